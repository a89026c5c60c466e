import type { Audience, GroupMailState } from '@callboard/domain/desk/group-mail.ts'
import type { ExportList, ExportSchedule } from '@callboard/domain/desk/saved-export.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Flag, Id, JsonWithDefault } from './column-types.ts'

/** A document that is printed when its mail is sent and stored nowhere. */
export type PrintedDocument = { document: 'waiver'; id: number }
/** Of a mail: a file of the store, or a printed document. */
export type Attachment = { name: string; content_type: string } & ({ key: string } | PrintedDocument)

export type OfficeTables = {
  mails: {
    id: Id
    to: string
    subject: string
    text: string
    html: string
    template: string
    user_id: Generated<number | null>
    registration_id: Generated<number | null>
    dedupe_key: Generated<string | null>
    attachments: JsonWithDefault<readonly Attachment[]>
    state: Generated<'queued' | 'sent' | 'failed'>
    tries: Generated<number>
    last_error: Generated<string | null>
    created: Instant
    sent_at: Generated<Instant | null>
    /** Both null: the installation's own sender. */
    sender_name: Generated<string | null>
    sender_address: Generated<string | null>
    unsubscribe_url: Generated<string | null>
  }
  group_mails: {
    id: Id
    event_id: number
    kind: 'contract' | 'news'
    subject: string
    text: string
    audience: ColumnType<Audience, string, string>
    state: Generated<GroupMailState>
    send_at: Generated<Instant | null>
    time_zone: string
    next_batch_at: Generated<Instant | null>
    finished_at: Generated<Instant | null>
    created: Instant
    created_by: number | null
  }
  group_mail_recipients: {
    group_mail_id: number
    user_id: number
    registration_ids: number[]
    state: Generated<'waiting' | 'written' | 'unsubscribed' | 'ended'>
    mail_id: Generated<number | null>
  }
  saved_views: {
    id: Id
    list: string
    name: string
    query: string
    user_id: number
    shared: boolean
    created: Instant
  }
  saved_exports: {
    id: Id
    name: string
    list: ExportList
    filters: ColumnType<object, string, never>
    user_id: number
    schedule: ExportSchedule
    weekday: number
    hour: number
    time_zone: string
    next_at: Generated<Instant | null>
    mailed_at: Generated<Instant | null>
    created: Instant
  }
  unsubscriptions: {
    event_id: number
    email: string
    created: Instant
  }
  /** A view: the brand of a mail about a registration. */
  registration_mail_brands: {
    registration_id: number
    name: string
    color: string
    mail_from_name: string | null
    mail_from_address: string | null
    mail_footer: string | null
    logo_key: string | null
  }
  files: {
    key: string
    content_type: string
    size: number
    owner_user_id: number | null
    registration_id: number | null
    created: Instant
  }
  uploads: {
    key: string
    user_id: number | null
    registration_id: number | null
    size: number | null
    created: Instant
    expires_at: Instant
    received_at: Generated<Instant | null>
    moved_at: Generated<Instant | null>
  }
  audit_log: {
    id: Id
    actor_user_id: Generated<number | null>
    actor_seat_id: Generated<number | null>
    action: string
    entity: string
    entity_id: string
    before: ColumnType<unknown, string | null | undefined, string | null>
    after: ColumnType<unknown, string | null | undefined, string | null>
    request_id: Generated<string>
    at: Instant
  }
  dev_clock: { one: Flag; offset_ms: number }
  student_id_decisions: {
    attendee_id: number
    student_id_url: string
    decision: 'verified' | 'rejected'
    decided_by: number
    decided_at: Instant
  }
}
