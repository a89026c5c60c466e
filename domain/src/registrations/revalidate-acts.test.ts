import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleCandidate, sampleTourDate } from './attendees/sample-city.ts'
import { addDancer } from './attendees/add-attendee.ts'
import { removeAttendee } from './attendees/remove-attendee.ts'
import { setAttendedReg } from './attendees/set-discounts.ts'
import { setCompRoom, setObservers } from './attendees/set-extras.ts'
import { setLevel, setOneDay } from './attendees/set-level.ts'
import { setMediaPass } from './attendees/set-options.ts'
import { calendarDate } from '../kernel/calendar.ts'
import { quote } from './pricing/quote.ts'
import { removeRoutine, saveRoutine } from './routines/acts.ts'
import { castOf, placingOf } from './routines/cast.ts'
import { optionChecks, checkedOptions } from './routines/options.ts'
import { draftOf } from './routines/routine-draft.ts'
import { competingStudio, competitionFacts, draftFor } from './routines/sample-competition.ts'
import type { Attendee, Registration } from './registration.ts'
import { revalidate } from './revalidate.ts'
import type { RevalidationFacts } from './revalidation.ts'

/** The registration and the world around it, both of which anything may happen to. */
type World = { registration: Registration; facts: RevalidationFacts }
type Happening = (world: World) => World

const people = fc.integer({ min: 1, max: 14 })
const levels = fc.constantFrom(1, 2, 3, 4)

/** An act of the owner: what is refused changes nothing. */
const act =
  (decide: (world: World) => { ok: true; value: Registration } | { ok: false; refusal: unknown }): Happening =>
  (world) => {
    const decision = decide(world)
    return decision.ok ? { ...world, registration: decision.value } : world
  }

const ownerActs: fc.Arbitrary<Happening> = fc.oneof(
  people.map((id) =>
    act(({ registration, facts }) => addDancer(registration, { candidate: sampleCandidate(id, 11) }, facts)),
  ),
  people.map((id) => act(({ registration }) => removeAttendee(registration, id))),
  fc
    .tuple(people, levels, fc.boolean())
    .map(([person_id, workshop_level_id, virtual]) =>
      act(({ registration, facts }) => setLevel(registration, { person_id, workshop_level_id, virtual }, facts)),
    ),
  fc
    .tuple(people, fc.boolean())
    .map(([person_id, one_day]) =>
      act(({ registration, facts }) => setOneDay(registration, { person_id, one_day }, facts)),
    ),
  people.map((person_id) =>
    act(({ registration, facts }) => setAttendedReg(registration, { person_id, attended_reg: true }, facts)),
  ),
  people.map((person_id) =>
    act(({ registration, facts }) => setMediaPass(registration, { person_id, media_pass: true }, facts)),
  ),
  fc.constant(act(({ registration, facts }) => setObservers(registration, { one: 1, two: 2 }, facts))),
  fc.constant(act(({ registration, facts }) => setCompRoom(registration, true, facts))),
  fc
    .record({
      id: fc.integer({ min: 1, max: 4 }),
      cast: fc.uniqueArray(people, { minLength: 1, maxLength: 6 }),
      free_ballet: fc.boolean(),
      age_up: fc.boolean(),
      virtual: fc.boolean(),
      extra_time: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ id, cast, ...options }) =>
      act(({ registration, facts }) =>
        saveRoutine(registration, { ...draftFor(cast, options), _temp_id: `routine ${id}` }, facts),
      ),
    ),
  fc
    .integer({ min: 1, max: 4 })
    .map((id) =>
      act(({ registration, facts }) => removeRoutine(registration, { id: null, _temp_id: `routine ${id}` }, facts)),
    ),
)

const city =
  (change: (tour_date: RevalidationFacts['tour_date']) => Partial<RevalidationFacts['tour_date']>): Happening =>
  (world) => ({
    ...world,
    facts: { ...world.facts, tour_date: { ...world.facts.tour_date, ...change(world.facts.tour_date) } },
  })

/** The roster, the office and other registrations. */
const happenings: fc.Arbitrary<Happening> = fc.oneof(
  fc.tuple(people, fc.integer({ min: 1990, max: 2024 })).map(([id, year]): Happening => (world) => {
    const attendee = world.registration.attendees[id]
    if (!attendee) return world
    const aged: Attendee = { ...attendee, person: { ...attendee.person, birthdate: calendarDate(`${year}-06-01`) } }
    return {
      ...world,
      registration: { ...world.registration, attendees: { ...world.registration.attendees, [id]: aged } },
    }
  }),
  fc.integer({ min: 2020, max: 2032 }).map((age_year) => city(({ season }) => ({ season: { ...season, age_year } }))),
  fc.uniqueArray(people).map((media_passes): Happening => (world) => ({
    ...world,
    facts: { ...world.facts, elsewhere: { ...world.facts.elsewhere, media_passes } },
  })),
  fc.boolean().map((no_virtual) => city(({ settings }) => ({ settings: { ...settings, no_virtual } }))),
  fc.boolean().map((obsdisabled) => city(({ settings }) => ({ settings: { ...settings, obsdisabled } }))),
  fc.boolean().map((no_competition) => city(({ web }) => ({ web: { ...web, no_competition } }))),
  fc.boolean().map((isOffered) => city(() => ({ add_ons: isOffered ? sampleTourDate.add_ons : [] }))),
  fc
    .uniqueArray(levels)
    .map((ids) =>
      city(() => ({ disabled_workshop_levels: ids.map((level_id) => ({ level_id, status: 'sold_out' })) })),
    ),
  fc.integer({ min: 2, max: 12 }).map((least): Happening => (world) => ({
    ...world,
    facts: { ...world.facts, settings: { ...world.facts.settings, free_routine_paying_dancers: least } },
  })),
  fc.uniqueArray(fc.integer({ min: 1, max: 5 })).map((shut): Happening => (world) => ({
    ...world,
    facts: {
      ...world.facts,
      routine_categories: world.facts.routine_categories.map((one) => ({
        ...one,
        enabled: !shut.includes(one.category_id),
      })),
    },
  })),
)

const start: World = {
  registration: competingStudio(11),
  facts: { ...competitionFacts(), elsewhere: { media_passes: [], passes_in_use: [], scholarships: [] } },
}

/** The rules' verdict on one routine, called directly. */
function judged(registration: Registration, facts: RevalidationFacts) {
  return registration.routines.map((routine) => {
    const cast = castOf(routine.attendees, registration, facts)
    const { category, division } = placingOf(cast, routine.age_up, facts)
    const options = checkedOptions.filter((name) => optionChecks[name](draftOf(routine), cast, registration, facts))
    return { category: category?.category_id, division: division?.level_id, refusedOptions: options }
  })
}

test('REV-023 FEE-023 after any sequence of actions, a submittable registration equals the one the rules derive from its content', () => {
  let submitted = 0
  fc.assert(
    fc.property(fc.array(fc.oneof(ownerActs, happenings), { maxLength: 40 }), (steps) => {
      const { registration: before, facts } = steps.reduce((world, step) => step(world), start)
      const { registration, refusals } = revalidate(before, facts)
      // Judging it again finds nothing new.
      const again = revalidate(registration, facts)
      expect([again.registration, again.notices]).toEqual([registration, []])
      if (refusals.length > 0) return
      submitted += 1

      for (const [place, { category, division, refusedOptions }] of judged(registration, facts).entries()) {
        const { routine_category, age_division } = registration.routines[place] ?? {}
        expect([routine_category?.category_id, age_division?.level_id]).toEqual([category, division])
        expect(refusedOptions).toEqual([])
      }
      // Entered anew, routine by routine, it is the same, to the cent.
      let anew: Registration = { ...registration, routines: [] }
      for (const routine of registration.routines) {
        const saved = saveRoutine(anew, draftOf(routine), facts)
        if (!saved.ok) throw new Error(`${routine.routine.name}: ${saved.refusal.code}`)
        anew = saved.value
      }
      const { lines } = quote(registration, facts)
      expect(quote(anew, facts).lines).toEqual(lines)
      for (const { because, because_codes } of lines) expect(because_codes).toHaveLength(because.length)
    }),
  )
  expect(submitted).toBeGreaterThan(30)
})
