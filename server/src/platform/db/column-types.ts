import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type Id = GeneratedAlways<number>
/** A JSON column: read as a value, written as JSON text (the driver would turn an array into a PostgreSQL array). */
export type Json<Value> = ColumnType<Value, string, string>
export type JsonWithDefault<Value> = ColumnType<Value, string | undefined, string>
export type Flag = Generated<boolean>

export type AttemptState =
  | 'submitting'
  | 'unknown'
  | 'approved'
  | 'declined'
  | 'error'
  | 'not_processed'
  | 'settled'
  | 'returned'
  | 'voided'
  | 'refunded'
  | 'partly_refunded'
  | 'charged_back'
