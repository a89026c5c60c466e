/** The signed-in account, as every handler sees it. */
export type User = {
  id: number
  email: string
  confirmed: boolean
  role: 'user' | 'office' | 'admin'
  exempt: boolean
  studio_id: number | null
  studio_account: boolean
  person_id: number
  /** Signed in for the office without the second step it asks for. */
  lacks_second_factor: boolean
  /** Set where the office edits this account's registration: the account is the owner's, the session the office's. */
  office_edit?: OfficeEditor
}

/** The account of the office that acts for the owner of a registration. */
type OfficeEditor = { registration_id: number; actor: SessionUser }

export type SessionUser = User & { token_hash: string }

/** Whether this session may see and do what belongs to the office: the role alone is not enough. SEC-020. */
export const actsForOffice = ({ role, confirmed, lacks_second_factor }: User): boolean =>
  role !== 'user' && confirmed && !lacks_second_factor

export const signedOutUser: SessionUser = {
  id: 0,
  email: '',
  confirmed: false,
  role: 'user',
  exempt: false,
  studio_id: null,
  studio_account: false,
  person_id: 0,
  lacks_second_factor: false,
  token_hash: '',
}

/** A device paired with a judge's seat. */
export type JudgeDevice = {
  id: number
  seat_id: number
  panel_id: number
  tour_date_id: number
  /** Another device took its seat: what it sends is contested. */
  is_replaced: boolean
}

/** A screen in the hall that was opened by its link. */
export type HallDisplay = {
  id: number
  tour_date_id: number
  /** Null: all stages of the city. */
  stage: number | null
  shows_studios: boolean
}
