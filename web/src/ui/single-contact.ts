import { phoneMask } from './masks.ts'

type Contacts = readonly { value: string; primary: boolean }[]
type PersonContacts = { fname: string; lname: string; person_type_id: number | null; email: Contacts; phone: Contacts }

/** A person as a form has them: one address and one number, each as text. */
export const contactEntry = ({ fname, lname, person_type_id, email, phone }: PersonContacts) => ({
  fname,
  lname,
  email: email[0]?.value ?? '',
  phone: phoneMask(phone[0]?.value ?? ''),
  person_type_id,
})

const listOf = (value: string) => (value.trim() === '' ? [] : [{ value, primary: true }])

/** The same as the server takes it: lists. */
export const contactLists = ({ email, phone }: { email: string; phone: string }) => ({
  email: listOf(email),
  phone: listOf(phone),
})
