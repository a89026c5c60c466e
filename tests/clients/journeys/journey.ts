/** Input of a journey. */
export type JourneyStart = {
  origin: string
  email: string
  password: string
  tourDateId: number
  /** Token of a card from the hosted payment fields. */
  cardToken: string
}

/** Result of a journey as the client saw it. */
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
