import type { AttemptState, Flag, Id, Json, JsonWithDefault } from './column-types.ts'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { Cents } from '@callboard/domain/kernel/money.ts'
import type { BankAccount } from '@callboard/domain/payments/bank-authorization.ts'
import type { ColumnType, Generated } from 'kysely'

type LegalAddress = { address: string; city: string; state_id: number | null; country_id: number; zip: string | null }
export type BillTo = LegalAddress & { firstName: string; lastName: string }

export type MoneyTables = {
  payment_methods: { id: number; name: string; online: boolean; office: boolean; enabled: Flag }
  payment_profiles: {
    id: Id
    user_id: number
    billing_id: string
    payment_method_id: number
    gateway_customer_id: string
    last_four: string
    brand: Generated<string>
    expiration_date: Generated<string>
    bill_to: Json<BillTo>
    initial_transaction_id: Generated<string | null>
    initial_attempt_id: Generated<number | null>
    bank_account: ColumnType<BankAccount | null, string | null | undefined, string | null>
    usable: Flag
    created: Instant
  }
  idempotency_keys: {
    user_id: number
    key: string
    request_hash: string
    status: Generated<number | null>
    reply: ColumnType<unknown, string | null | undefined, string | null>
    created: Instant
  }
  bank_authorizations: {
    id: Id
    attempt_id: number
    registration_id: number
    user_id: number
    version: string
    text: string
    amount: Cents
    name: string
    account_type: BankAccount['account_type']
    holder_type: BankAccount['holder_type']
    last_four: string
    standing: boolean
    address: string
    user_agent: string
    request_id: string
    authorized_at: Instant
  }
  payment_reminders: {
    registration_id: number
    kind: 'before' | 'due' | 'overdue'
    due_date: CalendarDate
    sent_at: Instant
  }
  payment_attempts: {
    id: Id
    registration_id: number
    user_id: number
    kind: 'charge' | 'void' | 'refund'
    orderid: string
    state: AttemptState
    amount: Cents
    payment_method_id: number
    payment_profile_id: Generated<number | null>
    save_profile: Flag
    for_edit: Flag
    bill_to: ColumnType<BillTo | null, string | null | undefined, string | null>
    idempotency_key: Generated<string | null>
    of_attempt_id: Generated<number | null>
    gateway_transaction_id: Generated<string | null>
    code: Generated<string | null>
    message: Generated<string | null>
    declined_field: Generated<string | null>
    last_four: Generated<string | null>
    brand: Generated<string | null>
    expiration_date: Generated<string | null>
    bank_account: ColumnType<BankAccount | null, string | null | undefined, string | null>
    send_employee_email: Flag
    created: Instant
    sent_at: Generated<Instant | null>
    resolved_at: Generated<Instant | null>
    next_check_at: Generated<Instant | null>
    checks: Generated<number>
    empty_answers: Generated<number>
    note: Generated<string>
    office_reason: Generated<string>
    lowers_bill: Flag
    fee: ColumnType<Cents, Cents | undefined, Cents>
  }
  payments: {
    id: Id
    registration_id: number
    amount: Cents
    payment_method_id: number
    admin_id: Generated<number | null>
    attempt_id: Generated<number | null>
    of_payment_id: Generated<number | null>
    office_reason: Generated<string>
    details: JsonWithDefault<{
      check_number?: string
      last_four?: string
      transfer_reference?: string
      brand?: string
      note?: string
    }>
    settled_at: Generated<Instant | null>
    timestamp: Instant
  }
  ledger_heads: { registration_id: number; hash: string; entries: number }
  ledger: {
    id: Id
    registration_id: number
    txn_group: string
    kind: string
    account: string
    amount: Cents
    payment_id: Generated<number | null>
    reverses_id: Generated<number | null>
    actor_user_id: Generated<number | null>
    note: Generated<string>
    occurred_at: Instant
    previous_hash: string
    hash: string
  }
  ledger_anchors: {
    id: Id
    made_at: Instant
    registrations: number
    entries: number
    previous_digest: string
    digest: string
  }
  ledger_anchor_heads: { anchor_id: number; registration_id: number; entries: number; hash: string }
  reconciliations: {
    id: Id
    began: Instant
    from_at: Instant
    to_at: Instant
    outcome: 'done' | 'unavailable'
    code: Generated<string>
    transactions: Generated<number>
    charged_there: Generated<number>
    charged_here: Generated<number>
    refunded_there: Generated<number>
    refunded_here: Generated<number>
    unsettled: Generated<number>
    learned: Generated<number>
  }
  reconciliation_findings: {
    id: Id
    reconciliation_id: number
    kind: 'orphan' | 'missing' | 'difference' | 'unsettled' | 'learned'
    orderid: string
    gateway_transaction_id: string
    registration_id: number | null
    here: number
    there: number
    detail: string
  }
  payment_exceptions: {
    id: Id
    registration_id: number | null
    attempt_id: number | null
    kind: string
    detail: string
    created: Instant
    resolved_at: Generated<Instant | null>
    resolved_by: Generated<number | null>
  }
  disputes: {
    event_id: string
    position: number
    attempt_id: number | null
    amount: Cents
    reason: string
    created: Instant
  }
  webhook_events: {
    event_id: string
    event_type: string
    body: Json<unknown>
    received_at: Instant
    processed_at: Generated<Instant | null>
    outcome: Generated<string | null>
  }
}
