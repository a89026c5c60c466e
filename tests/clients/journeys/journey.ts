/** What a journey needs to know before it begins. */
export type JourneyStart = {
  origin: string
  email: string
  password: string
  tourDateId: number
  /** What the hosted payment fields made of a card. */
  cardToken: string
}

/** What the client saw at the end of its journey. */
export type JourneyEnd = {
  completed: boolean
  balance: number
  people: number
  routines: number
  /** The code of the refusal that it met on the way, on purpose. */
  refusalCode: string
}

export const billTo = {
  firstName: 'Grace',
  lastName: 'Oyelaran',
  address: '888 Mercer Street',
  city: 'Portland',
  zip: '77777',
  state_id: 38,
  country_id: 1,
}
