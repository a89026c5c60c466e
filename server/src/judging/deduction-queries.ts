import type { Instant } from '@callboard/domain/kernel/instant.ts'
import type { DeductionCode } from '@callboard/domain/judging/deduction.ts'
import type { Tx } from '../platform/db/connect.ts'

type NewDeduction = {
  registration_routine_id: number
  code: DeductionCode
  points: number
  reason: string
  entered_at: Instant
  entered_by: number
}

/** The deductions of a city that stand. */
export const listDeductions = (tx: Tx, tour_date_id: number) =>
  tx
    .selectFrom('deductions as d')
    .innerJoin('running_order_entries as n', 'n.registration_routine_id', 'd.registration_routine_id')
    .where('n.tour_date_id', '=', tour_date_id)
    .where('d.voided_at', 'is', null)
    .select(['d.id', 'd.registration_routine_id', 'd.code', 'd.points', 'd.reason'])
    .orderBy('d.id')
    .execute()

export const insertDeduction = (tx: Tx, deduction: NewDeduction) =>
  tx
    .insertInto('deductions')
    .values({
      registration_routine_id: deduction.registration_routine_id,
      code: deduction.code,
      points: deduction.points,
      reason: deduction.reason,
      entered_at: deduction.entered_at,
      entered_by: deduction.entered_by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const lockDeduction = (tx: Tx, id: number) =>
  tx
    .selectFrom('deductions')
    .where('id', '=', id)
    .where('voided_at', 'is', null)
    .select(['id', 'registration_routine_id', 'code', 'points', 'reason'])
    .forUpdate()
    .executeTakeFirst()

export const voidDeduction = (tx: Tx, id: number, voided_by: number, voided_at: Instant) =>
  tx.updateTable('deductions').where('id', '=', id).set({ voided_by, voided_at }).execute()
