import { call, type Reply, type Route } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'

export const nominationsRoute = 'GET /v1/office/registrations/{id}/nominations'

export type NominationsReply = Reply<typeof nominationsRoute>

export const awardSteps = [
  ['soty', 'Studio of the Year'],
  ['studio-awards', 'Studio awards'],
  ['specialty', 'Specialty awards'],
] as const satisfies readonly (readonly [NominationsReply['types'][number]['step'], string])[]

export type OfficePayment = Reply<'GET /v1/office/registrations/{id}/money'>['payments'][number]

/** 'Card ending in 1111', 'Check 4071', 'Bank transfer FT-204'. */
export const paidBy = ({ method, details: { check_number, last_four, transfer_reference } }: OfficePayment) =>
  [method, check_number, last_four && `ending in ${last_four}`, transfer_reference].filter(Boolean).join(' ')

export type OfficeRecord = Reply<'GET /v1/office/registrations/{id}'>

/** Queries to invalidate after the office changes a registration. */
export const refreshed: readonly Route[] = [
  'GET /v1/office/registrations/{id}',
  'GET /v1/office/registrations/{id}/money',
  'GET /v1/office/registrations',
  'GET /v1/office/today',
]

/** Discards the office's edit of a registration, which stays as it was. OFF-020. */
export const useDiscardOfficeEdit = () =>
  useAct('DELETE /v1/office/registrations/{id}/edit', { refreshes: refreshed }).mutateAsync

/**
 * Whether this account of the office is editing the registration for its owner. Asked before the wizard reads it: only
 * an edit that is there is read in its owner's name, and nothing is answered 404 on the way.
 */
export async function isEditedBy(registration_id: number, staff_id: number): Promise<boolean> {
  const { office_edit } = await call('GET /v1/office/registrations/{id}', { params: { id: registration_id } })
  return office_edit?.user_id === staff_id
}
