import { critiqueSources } from '@callboard/domain/critiques/critique.ts'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idInPath, listOf, tokenField } from '../fields.ts'

// Scores on the wire are points with at most two decimals: 285.5.
const scoreField = z.number()

/** One good or bad mark, by the levels of the vocabulary. */
const critiqueItem = z.object({
  level_1: z.string(),
  level_2: z.string().nullable(),
  level_3: z.string().nullable(),
  level_4: z.string().nullable(),
  /** Where in the recording, in milliseconds; null: not said. */
  at_ms: z.int().nullable(),
})

/** A recording of a judge. Several follow one another. */
const recording = z.object({
  id: z.string(),
  /** Null: it was not converted, and says so only once it is played. */
  duration_ms: z.int().nullable(),
  /** Where it begins, counted through all recordings of this judge and routine: `at_ms` of a mark counts so. */
  starts_ms: z.int(),
  /** Milliseconds by which it begins after the routine's video. */
  shift_ms: z.int(),
  /** How loud it is: 400 bytes as base64, 255 where it is loudest. */
  peaks: z.string().nullable(),
})

const critiqueJudge = z.object({
  position: z.int(),
  name: z.string(),
  /** A signed place of the picture; null: there is none. */
  headshot: z.string().nullable(),
  signature: z.string().nullable(),
  /** Null: the judge abstained, or results follow. */
  score: scoreField.nullable(),
  dropped: z.boolean(),
  teacher_critique: z.string(),
  note: z.string(),
  good: listOf(critiqueItem),
  bad: listOf(critiqueItem),
  recordings: listOf(recording),
  /** The `key` of this judge's video critique; null: there is none. */
  video_key: z.string().nullable(),
  /** The sheet, by which its recordings are found. */
  client_id: z.string(),
})

const routineScore = z.object({
  /** Of the routine in its registration. */
  routine_id: z.int(),
  /** With its suffix: '156a'. */
  number: z.string(),
  name: z.string(),
  age_division: z.string(),
  performance_division: z.string(),
  category: z.string(),
  /** Null: canceled, or not complete. */
  total_score: scoreField.nullable(),
  dropped_score: scoreField.nullable(),
  canceled: z.boolean(),
  competition_award: z.string().nullable(),
  /** The best place it was awarded. */
  place: z.int().nullable(),
  choreographer: z.string(),
  attendees: listOf(z.string()),
})

const critiqueRecord = routineScore.extend({
  judges: listOf(critiqueJudge),
  /** The results are not open: marks, total, level and place are not said yet. */
  results_follow: z.boolean(),
  /** Videos of the library: chosen by the office, or suggested by the marks. `video`: the address that plays it. */
  homework: listOf(z.object({ id: z.int(), name: z.string(), video: z.string().nullable() })),
  /** Whether a video critique can be seen. */
  has_video: z.boolean(),
  /** The video of the routine, beside which the judges' recordings are heard. */
  video_id: z.string().nullable(),
})

const head = { event: z.string(), city: z.string(), registration_id: z.int() }
const ofRegistration = z.object({ registration_id: idInPath })

/** Of a correction: its reason and what it changed for the registration, in sentences. */
const correction = z.object({ reason: z.string(), changes: listOf(z.string()) }).nullable()

export const readPortal = endpoint({
  summary: 'The tabs of the results portal that have something to show for a registration',
  method: 'GET',
  path: '/v1/dance360/coda/portal',
  auth: 'user',
  query: ofRegistration,
  reply: z.object({
    ...head,
    season_has_portal: z.boolean(),
    /** The event has no critiques. */
    no_critiques: z.boolean(),
    critiques: z.boolean(),
    results: z.boolean(),
    data: z.boolean(),
  }),
  refusals: ['registration.not_completed'],
  example: ({ judged }) => ({ query: { registration_id: judged.registration_id } }),
})

export const readCritiques = endpoint({
  summary: 'Released scores and critiques of a registration’s routines; by a link those it names',
  method: 'GET',
  path: '/v1/dance360/coda/critiques',
  auth: 'user',
  share: 'critiques',
  query: ofRegistration,
  /** `released` false: nothing else is answered. */
  reply: z.object({
    ...head,
    released: z.boolean(),
    /** The event has no critiques: none will be released. */
    no_critiques: z.boolean(),
    correction,
    /** 'recordings': a season whose judges wrote no sheets. */
    source: z.enum(critiqueSources),
    routines: listOf(critiqueRecord),
  }),
  refusals: ['registration.not_completed'],
  example: ({ judged }) => ({ query: { registration_id: judged.registration_id } }),
})

export const readCritique = endpoint({
  summary: 'The critique of one routine',
  catalogue: 'C091',
  method: 'GET',
  path: '/v1/dance360/coda/routine',
  auth: 'user',
  share: 'critiques',
  query: ofRegistration.extend({ routine_id: idInPath, event_id: idInPath.optional() }),
  reply: critiqueRecord,
  refusals: ['registration.not_completed', 'critiques.not_released', 'critiques.none'],
  example: ({ judged }) => ({
    query: { registration_id: judged.registration_id, routine_id: judged.routine_id },
  }),
})

/** A discipline of an audition, with the mark of each of its judges. */
const disciplineScore = z.object({
  total: scoreField.nullable(),
  judges: listOf(z.object({ position: z.int(), judge: z.string(), score: scoreField })),
})
const wonAward = z.object({
  award: z.string(),
  /** The routine, person or studio. */
  winner: z.string(),
  place: z.int(),
  blurb: z.string(),
})

export const readResults = endpoint({
  summary: 'Released results of a registration: levels, scores, auditions, awards, scholarships',
  method: 'GET',
  path: '/v1/dance360/coda/results',
  auth: 'user',
  share: 'results',
  query: ofRegistration,
  reply: z.object({
    ...head,
    released: z.boolean(),
    correction,
    adjudicated: listOf(
      routineScore.extend({
        scores: listOf(z.object({ position: z.int(), judge: z.string(), score: scoreField, dropped: z.boolean() })),
        /** Points taken off. */
        deduction: scoreField,
        places: listOf(z.object({ award: z.string(), place: z.int(), of: z.int() })),
      }),
    ),
    best_dancers: listOf(
      z.object({
        award: z.string(),
        dancer: z.string(),
        ballet: disciplineScore,
        jazz: disciplineScore,
        solo: disciplineScore,
        /** Null: a discipline is missing. */
        audition_score: scoreField.nullable(),
        place: z.int().nullable(),
      }),
    ),
    studio_awards: listOf(wonAward),
    special_awards: listOf(wonAward),
    scholarships: listOf(wonAward.extend({ runner_up: z.boolean(), amount: z.int().nullable() })),
  }),
  refusals: ['registration.not_completed'],
  example: ({ judged }) => ({ query: { registration_id: judged.registration_id } }),
})

const divisionMean = z.object({ name: z.string(), average: scoreField, count: z.int() })

export const readData = endpoint({
  summary: 'The figures of a registration with three or more routines, once data is released',
  catalogue: 'C092',
  method: 'GET',
  path: '/v1/dance360/coda/data',
  auth: 'user',
  share: 'data',
  query: ofRegistration,
  reply: z.object({
    ...head,
    routine_count: z.int(),
    /** The results are not open: no averages, genres, awards and places are said yet. */
    results_follow: z.boolean(),
    average: scoreField.nullable(),
    by_division: listOf(divisionMean),
    top_divisions: listOf(divisionMean),
    awards: listOf(z.object({ name: z.string(), count: z.int() })),
    places: z.object({ first: z.int(), second: z.int(), third: z.int() }).nullable(),
    /** Of level-1 items: how many of the marks were good. */
    level1: listOf(z.object({ name: z.string(), good: z.int(), bad: z.int(), good_percent: z.int() })),
  }),
  refusals: ['registration.not_completed', 'data.not_released', 'data.too_few_routines'],
  example: ({ judged }) => ({ query: { registration_id: judged.registration_id } }),
})

const scoreLine = z.object({ position: z.int(), judge: z.string(), score: scoreField, dropped: z.boolean() })
const scores = z.object({
  scores: listOf(scoreLine),
  total_score: scoreField.nullable(),
  dropped_score: scoreField.nullable(),
  canceled: z.boolean(),
  place: z.int().nullable(),
  award: z.string().nullable(),
})

export const readRoutineScores = endpoint({
  summary: 'The released scores of one routine',
  catalogue: 'C095',
  method: 'GET',
  path: '/v1/mybtf/get-scoresv2',
  auth: 'user',
  share: 'results',
  query: z.object({ registrations_routine_id: idInPath }),
  reply: scores,
  refusals: ['results.not_released'],
  example: ({ judged }) => ({ query: { registrations_routine_id: judged.routine_id } }),
})

export const readRegistrationScores = endpoint({
  summary: 'The released scores of a registration’s routines; none before their release',
  catalogue: 'C096',
  method: 'GET',
  path: '/v1/mybtf/registration/{id}/scores',
  auth: 'user',
  share: 'results',
  params: z.object({ id: idInPath }),
  reply: listOf(z.object({ id: z.int(), date_routine: z.object({ scores }) })),
  refusals: ['registration.not_completed'],
  example: ({ judged }) => ({ params: { id: judged.registration_id } }),
})

export const readPublicCritiques = endpoint({
  summary: 'The registration a critiques link opens, and its routines as far as the link names them',
  catalogue: 'C094',
  method: 'GET',
  path: '/v1/dance360/coda/public',
  auth: 'public',
  query: z.object({ token: tokenField }),
  reply: z.object({
    registration: z.object({ id: z.int(), event: z.string(), city: z.string(), studio: z.string() }),
    routine: listOf(critiqueRecord),
  }),
  limit: { hits: 600, minutes: 15 },
  example: ({ judged }) => ({ query: { token: judged.share_token } }),
})

export const portalEndpoints = {
  readPortal,
  readCritiques,
  readCritique,
  readResults,
  readData,
  readRoutineScores,
  readRegistrationScores,
  readPublicCritiques,
}
