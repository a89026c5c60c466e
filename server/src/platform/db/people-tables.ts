import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { RosterDetail } from '@callboard/domain/roster/person-fields.ts'
import type { Generated } from 'kysely'
import type { Flag, Id, JsonWithDefault } from './column-types.ts'

export type UserTables = {
  users: {
    id: Id
    email: string
    password_hash: string | null
    confirmed: Flag
    person_id: number
    studio_id: number | null
    studio_account: Flag
    previous_studio_id: Generated<number | null>
    role: Generated<'user' | 'office' | 'admin'>
    exempt: Flag
    hints: JsonWithDefault<Record<string, boolean>>
    created: Instant
    last_sign_in: Generated<Instant | null>
    ended_at: Generated<Instant | null>
  }
  invitations: {
    id: Id
    email: string
    fname: string
    lname: string
    role: 'office' | 'admin'
    token_hash: string
    expires_at: Instant
    created: Instant
    created_by: Generated<number | null>
    mailed_at: Instant
  }
  sessions: {
    token_hash: string
    user_id: number
    created: Instant
    expires_at: Instant
    user_agent: Generated<string>
    id: Id
    last_seen: Generated<Instant | null>
    ip: Generated<string>
    lacks_second_factor: Flag
  }
  second_factors: {
    user_id: number
    secret: string
    confirmed_at: Generated<Instant | null>
    last_step: Generated<number>
    created: Instant
  }
  recovery_codes: { user_id: number; code_hash: string; used_at: Generated<Instant | null> }
  sign_in_steps: { token_hash: string; user_id: number; expires_at: Instant }
  email_tokens: {
    token_hash: string
    kind: 'confirm' | 'reset' | 'setup' | 'change'
    user_id: number | null
    studio_id: number | null
    expires_at: Instant
    used_at: Generated<Instant | null>
    created: Instant
    /** The address that an account moves to once its link is followed. */
    email: Generated<string | null>
  }
  rate_limits: { key: string; hits: number; window_ends: Instant }
}

export type PeopleTables = {
  states: { id: number; country_id: number; name: string; abbreviation: string }
  countries: { id: number; name: string; abbreviation: string }
  genders: { id: number; name: string }
  person_types: { id: number; name: string; grouping: 'user' | 'studio' | 'other' }
  addresses: {
    id: Id
    address: Generated<string>
    city: Generated<string>
    state_id: number | null
    country_id: Generated<number>
    zip: string | null
    person_id: Generated<number | null>
    entered_by: Generated<number | null>
    is_parent: Flag
  }
  persons: {
    id: Id
    fname: string
    lname: string
    name_key: string
    birthdate: CalendarDate | null
    gender_id: number | null
    person_type_id: number | null
    owner_user_id: Generated<number | null>
    former_names: Generated<string[]>
    created: Instant
  }
  contacts: {
    id: Id
    person_id: Generated<number | null>
    entered_by: Generated<number | null>
    studio_id: Generated<number | null>
    studio_contact_id: Generated<number | null>
    contact_type_id: number
    value: string
    is_primary: Flag
  }
  studios: {
    id: Id
    name: string
    website: string | null
    address_id: number | null
    claimed: Flag
    flagged: Flag
    bypass_deposit: Flag
    bypass_removed_routine_fee: Flag
    bypass_removed_routine_fee_post_deadline: Flag
    subdomain: Generated<string | null>
    primary_user_id: Generated<number | null>
    created: Instant
  }
  studio_contacts: {
    id: Id
    studio_id: number
    person_type_id: number
    fname: string
    lname: string
    is_primary: Flag
    is_owner: Flag
  }
  roster: { [Detail in RosterDetail]: Generated<string | null> } & {
    id: Id
    user_id: number
    person_id: number
    studio_id: number | null
    email: string | null
    parent_email: Generated<string | null>
    created: Instant
  }
}
