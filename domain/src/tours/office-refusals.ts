import { usd, type Cents } from '../kernel/money.ts'
import type { Wording } from '../kernel/wording.ts'

export type OfficeRefusal =
  | { code: 'office.deleted' }
  | { code: 'office.payment_method'; field: 'payment_method_id' }
  | { code: 'office.payment_amount'; field: 'amount' }
  | { code: 'office.check_number'; field: 'details.check_number' }
  | { code: 'office.reason'; field: 'office_reason' }
  | { code: 'office.refund_too_much'; field: 'amount'; most: Cents }
  | { code: 'office.recorded_already' }
  | { code: 'office.not_refundable' }
  | { code: 'office.refund_open' }
  | { code: 'office.refund_amount'; field: 'amount'; most: Cents }
  | { code: 'office.refund_refused'; says: string; orderid: string }
  | { code: 'office.not_reversible' }
  | { code: 'office.not_by_office' }
  | { code: 'office.bill_open'; field: 'lowers_bill' }
  | { code: 'office.nothing_corrected' }
  | { code: 'office.correction_reason'; field: 'office_reason' }
  | { code: 'office.price_changed'; total: Cents }
  | { code: 'office.edit_paid' }
  | { code: 'office.edit_of_another'; name: string }
  | { code: 'office.owner_decides' }
  | { code: 'office.setting_value'; field: 'value'; why: string }
  | { code: 'office.dates'; field: string; why: string }
  | { code: 'office.intensive_name'; field: string }
  | { code: 'office.intensive_price'; field: string }
  | { code: 'office.not_ready'; missing: readonly string[] }
  | { code: 'office.unpublish_registered'; registrations: number }
  | { code: 'office.delete_published' }
  | { code: 'office.delete_current' }
  | { code: 'office.delete_in_use'; used_by: string }
  | { code: 'office.season_years'; field: string; why: string }
  | { code: 'office.level_ages'; field: string; why: string }
  | { code: 'office.venue_link'; field: string; why: string }
  | { code: 'office.price_rule'; field: string; why: string }
  | { code: 'office.season_copied' }
  | { code: 'office.brand_row'; field: string; why: string }
  | { code: 'office.undo_registered'; registrations: number }
  | { code: 'office.brand_color'; field: 'color'; why: string }
  | { code: 'office.logo_white'; field: 'file' }
  | { code: 'office.mail_sender'; field: string; why: string }
  | { code: 'office.delete_paid'; field: 'deleted'; paid: Cents }

export const officeWording: Wording<OfficeRefusal> = {
  'office.deleted': () => 'This registration was deleted.',
  'office.payment_method': () => 'The office records checks, bank transfers, cash, credit and adjustments.',
  'office.payment_amount': () => 'Please enter an amount other than $0.00.',
  'office.check_number': () => 'Please enter the number of the check.',
  'office.reason': () => 'Please enter the reason for the adjustment.',
  'office.refund_too_much': ({ most }) =>
    most > 0
      ? `No more than ${usd(most)} was received, so no more can be refunded.`
      : 'Nothing was received, so nothing can be refunded.',
  'office.recorded_already': () =>
    'This is already recorded as you first entered it. Close this and check the payments.',
  'office.not_refundable': () =>
    'This payment was not made by card or bank account here. Refund it yourself, then record the refund.',
  'office.refund_open': () => 'A refund of this payment is in progress. Wait for its result.',
  'office.refund_amount': ({ most }) =>
    most > 0 ? `Please enter an amount above $0.00 and up to ${usd(most)}.` : 'This payment has been refunded in full.',
  'office.refund_refused': ({ says }) => says,
  'office.not_reversible': () => 'This payment cannot be returned by a bank.',
  'office.not_by_office': () => 'This payment was made online, not recorded by the office. Refund it instead.',
  'office.bill_open': () =>
    'This registration is not completed, so its bill follows what it contains. Refund the money and keep the bill.',
  'office.correction_reason': () => 'Please enter the reason for the correction.',
  'office.nothing_corrected': () => 'Please choose what to change.',
  'office.price_changed': ({ total }) =>
    `The total would now be ${usd(total)}, not the amount you saw. Please review the changes again.`,
  'office.edit_paid': () => 'The studio has just paid for an edit. Wait until the edit is submitted.',
  'office.edit_of_another': ({ name }) => `${name} is correcting this registration. Take it over, or ask them first.`,
  'office.owner_decides': () => 'Only the owner can review, agree and choose how to pay.',
  'office.setting_value': ({ why }) => why,
  'office.dates': ({ why }) => why,
  'office.intensive_name': () => 'Please give each intensive a different name.',
  'office.intensive_price': () => 'Please enter a price above $0.00 and up to $100,000.00.',
  'office.not_ready': ({ missing }) => `Not ready to publish. ${missing.join(' ')}`,
  'office.unpublish_registered': ({ registrations }) =>
    `${registrations === 1 ? 'One registration was' : `${registrations} registrations were`} started here, so it cannot become a draft again. Close registration instead.`,
  'office.delete_published': () => 'Studios can see this. Make it a draft first, then delete it.',
  'office.delete_current': () => 'This is the current season. Make another season current first.',
  'office.delete_in_use': ({ used_by }) => `This cannot be deleted because it has ${used_by}.`,
  'office.season_years': ({ why }) => why,
  'office.level_ages': ({ why }) => why,
  'office.venue_link': ({ why }) => why,
  'office.price_rule': ({ why }) => why,
  'office.brand_row': ({ why }) => why,
  'office.season_copied': () => 'This season has already been copied. Undo that first, or copy single cities.',
  'office.undo_registered': ({ registrations }) =>
    `${registrations === 1 ? 'One registration was' : `${registrations} registrations were`} started in this season, so it cannot be undone.`,
  'office.brand_color': ({ why }) => why,
  'office.logo_white': () => 'This logo is white or empty, and would not show on white. Upload one with darker parts.',
  'office.mail_sender': ({ why }) => why,
  'office.delete_paid': ({ paid }) =>
    `${usd(paid)} was paid on this registration. Record the refund first, then delete it.`,
}
