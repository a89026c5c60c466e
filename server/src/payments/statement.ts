import {
  readOfficeStatement,
  readSplit,
  readSplitFile,
  readStatement,
} from '@callboard/contract/payments/statements.ts'
import { kindOf, levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import { csvText } from '@callboard/domain/kernel/csv.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { attendeesOf } from '@callboard/domain/registrations/registration.ts'
import type { ReportDocument } from '@callboard/domain/kernel/document.ts'
import { splitBill } from '@callboard/domain/payments/statements/split.ts'
import { splitDocument, splitSheet } from '@callboard/domain/payments/statements/split-document.ts'
import { statementDocument, statementSheet, type Statement } from '@callboard/domain/payments/statements/statement.ts'
import type { FastifyReply } from 'fastify'
import { loadContext, type RegistrationContext } from '../registrations/facts.ts'
import { priceOf } from '../registrations/present.ts'
import type { Tx } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { orNotFound } from '../platform/http/errors.ts'
import { serve, servePhases, type App } from '../platform/http/serve.ts'
import { limitPrints } from '../platform/pdf/print-cache.ts'
import { print } from '../platform/pdf/print.ts'
import { findOwnRegistration, findRegistration, type LoadedRegistration } from '../registrations/queries.ts'
import { logoOfRegistration } from '../tours/logo-files.ts'
import { listFees } from '../ledger/queries.ts'
import { listPayments } from './queries.ts'
import { paymentStatus } from './payment-status.ts'

/** Statements and shares per dancer: charges, payments and refunds, as documents. */
export function statementRoutes(app: App) {
  // In phases: no connection waits while a PDF is drawn.
  servePhases(app, readStatement, async (db, { params, query, user, now, reply }) => {
    await limitPrints(app, user.id)
    const statement = await inTransaction(db, async (tx) =>
      statementOf(tx, orNotFound(await findOwnRegistration(tx, params.registration_id, user.id)), now),
    )
    return send(
      app,
      reply,
      query.format,
      statement,
      'statement',
      statementDocument(statement),
      statementSheet(statement),
      now,
    )
  })

  servePhases(app, readOfficeStatement, async (db, { params, query, now, reply }) => {
    const statement = await inTransaction(db, async (tx) =>
      statementOf(tx, orNotFound(await findRegistration(tx, params.id)), now),
    )
    return send(
      app,
      reply,
      query.format,
      statement,
      'statement',
      statementDocument(statement),
      statementSheet(statement),
      now,
    )
  })

  serve(app, readSplit, async (tx, { query, user, now }) => {
    const loadedRegistration = orNotFound(await findOwnRegistration(tx, query.registration_id, user.id))
    return splitOf(
      await loadContext(tx, loadedRegistration, now),
      (await statementOf(tx, loadedRegistration, now)).lines,
      query.margin,
    )
  })

  servePhases(app, readSplitFile, async (db, { params, query, user, now, reply }) => {
    await limitPrints(app, user.id)
    const { statement, split } = await inTransaction(db, async (tx) => {
      const loadedRegistration = orNotFound(await findOwnRegistration(tx, params.registration_id, user.id))
      const statement = await statementOf(tx, loadedRegistration, now)
      return {
        statement,
        split: splitOf(await loadContext(tx, loadedRegistration, now), statement.lines, query.margin),
      }
    })
    return send(app, reply, query.format, statement, 'shares', splitDocument(split, statement), splitSheet(split), now)
  })
}

async function send(
  app: App,
  reply: FastifyReply,
  format: 'pdf' | 'csv',
  { registration_id }: Statement,
  name: 'statement' | 'shares',
  document: ReportDocument,
  sheet: readonly (readonly (string | number)[])[],
  now: Instant,
) {
  void reply
    .type(format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${registration_id}.${format}"`)
  if (format === 'csv') return csvText(sheet)
  return print(document, now, { logo: await logoOfRegistration(app, registration_id) })
}

async function statementOf(tx: Tx, loadedRegistration: LoadedRegistration, now: Instant): Promise<Statement> {
  const context = await loadContext(tx, loadedRegistration, now)
  const { registration, facts, owner } = context
  const { event, event_city, start_date, end_date, time_zone } = facts.tour_date
  const { lines } = await priceOf(tx, context)
  const { due, raw } = await paymentStatus(tx, context)
  return {
    event: event.name,
    city: [event_city.name, event_city.state].filter(Boolean).join(', '),
    start_date,
    end_date,
    time_zone,
    studio: owner.studio?.name ?? null,
    owner: `${owner.fname} ${owner.lname}`,
    registration_id: registration.id,
    as_of: now,
    lines,
    credit: due.credit,
    credit_from: registration.credit?.from ?? null,
    payments: await listPayments(tx, registration.id),
    fees: await listFees(tx, registration.id),
    raw,
  }
}

/** The shares of the dancers of a registration, by its price and who dances in what. */
function splitOf({ registration, facts }: RegistrationContext, lines: Statement['lines'], margin_basis_points: number) {
  const levels = levelsById(facts.workshop_levels)
  const dancers = attendeesOf(registration)
    .filter((attendee) => kindOf(attendee, levels) === 'dancer')
    .map(({ person_id, person }) => ({ person_id, name: `${person.fname} ${person.lname}` }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const casts = new Map(
    [...registration.routines, ...registration.waiting_list_routines].map(({ id, _temp_id, attendees }) => [
      id ?? _temp_id ?? '',
      attendees.map(({ person_id }) => person_id),
    ]),
  )
  return splitBill({ lines, dancers, casts, margin_basis_points })
}
