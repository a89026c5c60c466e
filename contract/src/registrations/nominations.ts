import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idField, lineField, listOf, listUpTo } from '../fields.ts'

/** A routine put forward for one type of nomination. PROG-034. */
export const nominationShape = z.object({
  nomination_type_id: z.int(),
  registrations_routine_id: z.int(),
  /** `outside`: by an outside choreographer. `name`: whom the type asks for, the choreographer or costume designer. */
  details: z.object({ outside: z.boolean(), name: z.string().nullable() }),
})

const nominationDetails = nominationShape.shape.details

/** The categories of the city with the routine of each type. PROG-034. */
export const nominationCategories = listOf(
  z.object({
    id: z.int(),
    name: z.string(),
    step: z.enum(['soty', 'studio-awards', 'specialty']),
    nomination_types: listOf(
      z.object({
        id: z.int(),
        name: z.string(),
        /** The routine put forward; null: none. */
        routine_id: z.int().nullable(),
        /** Ids of the routines that may be put forward. */
        routines: listOf(z.int()),
        /** Ids of the divisions it is open to; empty: all. */
        age_divisions: listOf(z.int()),
        details: nominationDetails.nullable(),
      }),
    ),
  }),
)

export const saveNominations = endpoint({
  summary: 'Replace the entries into the Studio of the Year and the award nominations of a registration',
  catalogue: 'C056',
  method: 'PUT',
  path: '/v1/dance360/nominations',
  auth: 'user',
  headers: ['OfficeEdit'],
  body: z.object({
    /** Of the registration. */
    id: idField,
    version: z.int().positive().optional(),
    has_soty: z.boolean(),
    nomination_routines: listUpTo(
      200,
      z.object({
        nomination_type_id: idField,
        registrations_routine_id: idField,
        details: z
          .object({ outside: z.boolean().default(false), name: lineField(120).nullable().default(null) })
          .default({ outside: false, name: null }),
      }),
    ),
  }),
  reply: z.object({
    /** Of the registration after this save: the next save names it. */
    version: z.int(),
    has_soty: z.boolean(),
    nomination_routines: listOf(nominationShape),
    nomination_categories: nominationCategories,
    reviewed: z.boolean(),
  }),
  refusals: [
    'soty.not_here',
    'soty.incomplete',
    'soty.routine_twice',
    'soty.too_many_outside',
    'soty.locked',
    'nominations.not_here',
    'nominations.not_offered',
    'nominations.not_eligible',
    'nominations.details_missing',
    'nominations.too_few_groups',
    'nominations.only_removing',
  ],
  example: ({ nationals }) => ({
    body: {
      id: nationals.registration_id,
      has_soty: false,
      nomination_routines: [
        { nomination_type_id: nationals.nomination_type_id, registrations_routine_id: nationals.routine_id },
      ],
    },
  }),
})

export const nominationEndpoints = { saveNominations }
