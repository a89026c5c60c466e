import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDateField, idInPath, lineField, listOf } from '../fields.ts'
import { saveNominations } from './nominations.ts'

export const officeCityNominations = endpoint({
  summary: 'List the nominations of a city’s completed registrations with their routines',
  method: 'GET',
  path: '/v1/office/tour-dates/{id}/nominations',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: z.object({
    city: z.string(),
    event_name: z.string(),
    start_date: calendarDateField,
    end_date: calendarDateField,
    rows: listOf(
      z.object({
        nomination_type_id: z.int(),
        step: z.enum(['soty', 'studio-awards', 'specialty']),
        category: z.string(),
        type: z.string(),
        registration_id: z.int(),
        /** The studio, or the person without one. */
        registrant: z.string(),
        registrations_routine_id: z.int(),
        date_routine_id: z.int().nullable(),
        routine: z.string(),
        choreographer: z.string(),
        outside: z.boolean(),
        /** The name of the person the type asks for. */
        name: z.string().nullable(),
      }),
    ),
  }),
  example: ({ completed }) => ({ params: { id: completed.tour_date_id } }),
})

const nominated = z.object({
  nomination_type_id: z.int(),
  registrations_routine_id: z.int(),
  details: z.object({ outside: z.boolean(), name: z.string().nullable() }),
})

const ofRegistration = z.object({
  version: z.int(),
  /** Entered into the Studio of the Year. */
  has_soty: z.boolean(),
  /** The city holds the Studio of the Year. */
  soty_here: z.boolean(),
  nomination_routines: listOf(nominated),
  types: listOf(
    z.object({
      id: z.int(),
      step: z.enum(['soty', 'studio-awards', 'specialty']),
      title: z.string(),
      /** The kind of person a nomination of this type names. */
      asks_for: z.enum(['choreographer', 'costume designer']).nullable(),
      /** The routines that fit. */
      routines: listOf(z.object({ id: z.int(), name: z.string(), choreographer: z.string() })),
    }),
  ),
})

export const readOfficeNominations = endpoint({
  summary: 'Read the nominations of a registration and the routines eligible for each type',
  method: 'GET',
  path: '/v1/office/registrations/{id}/nominations',
  auth: 'office',
  params: z.object({ id: idInPath }),
  reply: ofRegistration,
  example: ({ completed }) => ({ params: { id: completed.id } }),
})

export const correctOfficeNominations = endpoint({
  summary: 'Replace the nominations of a registration, completed or not, giving a reason',
  method: 'PUT',
  path: '/v1/office/registrations/{id}/nominations',
  auth: 'office',
  params: z.object({ id: idInPath }),
  body: saveNominations.body.omit({ id: true }).extend({ reason: lineField(300) }),
  reply: ofRegistration,
  refusals: [...saveNominations.refusals, 'nominations.reason', 'office.deleted', 'changed_meanwhile'],
  example: ({ nationals }) => ({
    params: { id: nationals.registration_id },
    body: { has_soty: false, nomination_routines: [], reason: 'The studio wrote to take its awards back.' },
  }),
})

export const officeNominationEndpoints = { officeCityNominations, readOfficeNominations, correctOfficeNominations }
