import { cents, dollars, type Cents } from '../kernel/money.ts'
import { anywhere, definer } from './definition.ts'

const define = definer('Payment')

/** Deposits, ways to pay, days to pay by, and fees for what went wrong. */
export const paymentSettings = {
  removed_routine_days: define<number>({
    label: 'Routines may go without a fee until so many days before',
    help: '',
    kind: 'days',
    scope: anywhere,
    value: 30,
    source: 'S2 §9 L294, A09',
  }),
  deposit_per_routine: define<Cents>({
    label: 'Deposit per routine',
    help: 'Non-refundable and non-transferable.',
    kind: 'money',
    scope: anywhere,
    value: dollars(50),
    source: 'S2 §9 L294',
  }),
  general_deposit: define<Cents>({
    label: 'General deposit',
    help: 'Added once to the deposits of the routines.',
    kind: 'money',
    scope: anywhere,
    value: cents(0),
    source: 'S2 §9 L294',
  }),
  deposit_percentage: define<number>({
    label: 'Deposit as a share of the total',
    help: 'Zero: the amounts per routine hold instead.',
    kind: 'percent',
    scope: anywhere,
    value: 0,
    source: 'S2 §9 L294, A07',
  }),
  bypass_deposit_completes: define<boolean>({
    label: 'A studio without deposit may complete with nothing paid',
    help: '',
    kind: 'switch',
    scope: anywhere,
    value: false,
    source: 'FEE-020, A08',
  }),
  pay_later_days: define<number>({
    label: 'Reserved registrations are paid so many days before',
    help: '',
    kind: 'days',
    scope: anywhere,
    value: 30,
    source: 'S2 §9 L307',
  }),
  reminder_days: define<number>({
    label: 'Balances are reminded of so many days before they are due',
    help: 'And once more on the day itself. Zero: only on the day.',
    kind: 'days',
    scope: anywhere,
    value: 7,
    source: 'S2 §9 L307',
  }),
  echeck_days: define<number>({
    label: 'Bank payments end so many days before',
    help: '',
    kind: 'days',
    scope: anywhere,
    value: 7,
    source: 'S2 §9 L306',
  }),
  apple_pay_offered: define<boolean>({
    label: 'Offer Apple Pay',
    help: 'Only with a gateway account on which it is set up. Browsers without Apple Pay do not show it.',
    kind: 'switch',
    scope: anywhere,
    value: false,
    source: 'S2 §9 L305',
  }),
  google_pay_offered: define<boolean>({
    label: 'Offer Google Pay',
    help: 'Only with a gateway account on which it is set up.',
    kind: 'switch',
    scope: anywhere,
    value: false,
    source: 'S2 §9 L305',
  }),
  returned_check_fee: define<Cents>({
    label: 'Returned check fee',
    help: '',
    kind: 'money',
    scope: anywhere,
    value: dollars(35),
    source: 'S2 §9 L308',
  }),
  card_reversal_percentage: define<number>({
    label: 'Charge for a card reversal',
    help: 'Of the amount that a card holder’s bank takes back.',
    kind: 'percent',
    scope: anywhere,
    value: 250,
    source: 'S2 §9 L308',
  }),
}
