import { accept, refuse, type Result } from '../kernel/result.ts'
import type { PaymentRefusal } from '../registrations/settlement/payment-refusals.ts'

export type BillTo = {
  firstName: string
  lastName: string
  address: string
  city: string
  zip: string
  state_id: number | null
  country_id: number | null
}

/** The country whose addresses need a ZIP code and a state. PAY-014, CONST-010. */
const countryWithStates = 1

/** The fields of a billing address that are still missing, in the form's order. PAY-014. */
export function missingBillTo(bill_to: BillTo): (keyof BillTo)[] {
  const requiredFields: (keyof BillTo)[] = ['firstName', 'lastName', 'address', 'city', 'country_id']
  if (bill_to.country_id === countryWithStates) requiredFields.push('state_id', 'zip')
  return requiredFields.filter((field) => {
    const value = bill_to[field]
    return value === null || (typeof value === 'string' && value.trim() === '')
  })
}

/** Refuses a billing address at its first missing field. PAY-014. */
export function checkBillTo(bill_to: BillTo): Result<BillTo, PaymentRefusal> {
  const [field] = missingBillTo(bill_to)
  return field ? refuse({ code: 'payment.bill_to', field }) : accept(bill_to)
}
