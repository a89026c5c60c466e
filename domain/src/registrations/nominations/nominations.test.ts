import { describe, expect, test } from 'vitest'
import { sampleRoutine } from '../attendees/sample-city.ts'
import { explain } from '../../refusals.ts'
import type { Facts, Registration, Nomination } from '../registration.ts'
import { isDone, stepsFor } from '../steps.ts'
import { checkSubmit } from '../submit-checks.ts'
import { removeRoutine } from '../routines/acts.ts'
import {
  eligibleRoutines,
  nomination,
  nominationChoices,
  nominationTally,
  withoutLostNominations,
} from './nomination.ts'
import { groupRoutine, nationalsFacts, nominatingStudio, sampleNominations, twelve } from './sample-nominations.ts'
import { setNominations } from './set-nominations.ts'

const facts = nationalsFacts()
const studio = nominatingStudio()
const awards = [nomination(21, 1), nomination(22, 2), nomination(23, 7)]

const saving = (
  nomination_routines: readonly Nomination[],
  has_soty = true,
  of: Registration = studio,
  knownFacts: Facts = facts,
) => setNominations(of, { has_soty, nomination_routines }, knownFacts)

/** The refusal's sentence, or 'saved'. */
const sentenceOf = (...request: Parameters<typeof saving>): string => {
  const result = saving(...request)
  return result.ok ? 'saved' : explain(result.refusal)
}

describe('the Studio of the Year', () => {
  test.each<[string, readonly Nomination[], string]>([
    ['PROG-029 twelve different routines are entered', twelve(), 'saved'],
    ['PROG-029 eleven are not enough', twelve().slice(1), 'Please choose all 12 routines: 1 to go.'],
    [
      'PROG-029 PROG-039 the same routine cannot fill two types',
      [...twelve().slice(0, 5), nomination(6, 5), ...twelve().slice(6)],
      'Routine 5 is chosen twice. Each routine can be entered once.',
    ],
    ['PROG-053 PROG-028 four by outside choreographers are entered', twelve(4), 'saved'],
    [
      'PROG-053 PROG-028 five are too many',
      twelve(5),
      'Only 4 of the 12 routines may be choreographed by an outside choreographer.',
    ],
    [
      'PROG-040 a junior routine does not fit a teen and senior type',
      [nomination(1, 7), ...twelve().slice(1, 6), nomination(7, 1), ...twelve().slice(7)],
      'Teen & Senior Small Group 1: this routine does not have the required division and category.',
    ],
    ['one type takes one routine', [...twelve(), nomination(1, 2)], 'Each nomination takes one routine.'],
    [
      'a type of another city is not offered',
      [...twelve(), nomination(99, 1)],
      'This nomination is not offered in this city.',
    ],
  ])('%s', (_, nominations, outcome) => {
    expect(sentenceOf(nominations)).toBe(outcome)
  })

  test('PROG-038 a city without it refuses the entry, in the documents’ words', () => {
    const without = nationalsFacts({ city: { has_soty: false } })
    expect(sentenceOf(twelve(), true, studio, without)).toBe(
      'Sorry! The Studio of The Year competition is not happening in Juniper Falls this year.',
    )
  })

  test('PROG-024 without an entry there are no nominations for it, and the studio awards remain', () => {
    const withEntries = nominatingStudio({ has_soty: true, nomination_routines: [...twelve(), ...awards] })
    const left = saving([...twelve(), ...awards], false, withEntries)
    expect(left.ok && left.value).toMatchObject({ has_soty: false, nomination_routines: awards })
  })

  test('PROG-043 VAR-005 a radix tour has none of it', () => {
    const radix = nationalsFacts({ brand: { is_radix: true } })
    expect(sentenceOf(awards, false, studio, radix)).toBe('There are no nominations in this city.')
    const steps = stepsFor(radix).map(({ name }) => name)
    for (const step of ['soty', 'studio-awards', 'specialty-awards'] as const) expect(steps).not.toContain(step)
  })
})

describe('studio awards and specialty nominations', () => {
  test.each<[string, readonly Nomination[], string]>([
    ['PROG-035 none at all is fine', [], 'saved'],
    ['PROG-035 three different group routines are enough', awards, 'saved'],
    [
      'PROG-035 two group routines are not',
      awards.slice(0, 2),
      'Studio awards need at least 3 different group routines. Nominate more, or remove the studio awards.',
    ],
    [
      'PROG-035 a routine counts once',
      [nomination(21, 1), nomination(22, 1), nomination(23, 7)],
      'Studio awards need at least 3 different group routines. Nominate more, or remove the studio awards.',
    ],
    ['PROG-033 a specialty nomination stands alone', [nomination(41, 13, { name: 'Thea Marchetti' })], 'saved'],
    [
      'PROG-033 the choreographer is named',
      [nomination(41, 13, { name: ' ' })],
      'Outstanding choreography, Any division: please name the choreographer.',
    ],
    [
      'PROG-033 the costume designer is named',
      [nomination(51, 13)],
      'Costume design, Costume: please name the costume designer.',
    ],
    [
      'PROG-040 a solo is no group performance',
      [nomination(21, 13), ...awards.slice(1)],
      'Best group performance, Performance 1: this routine does not have the required division and category.',
    ],
    [
      'another registration’s routine is none of this one',
      [nomination(41, 77, { name: 'Thea Marchetti' })],
      'Outstanding choreography, Any division: this routine does not have the required division and category.',
    ],
  ])('%s', (_, nominations, outcome) => {
    expect(sentenceOf(nominations, false)).toBe(outcome)
  })

  test('a duo that is nominated where any category may does not count as a group', () => {
    const anything = sampleNominations.map((category) => ({
      ...category,
      nomination_types: category.nomination_types.map((type) => ({ ...type, categories: [] })),
    }))
    const knownFacts = nationalsFacts({ nominations: anything })
    expect(sentenceOf([nomination(21, 13), ...awards.slice(1)], false, studio, knownFacts)).toMatch(/at least 3/)
  })

  test('an error in one step does not prevent saving another', () => {
    const unfit = nominatingStudio({
      nomination_routines: awards,
      routines: studio.routines
        .slice(0, 12)
        .map((one) => (one.id === 1 ? { ...one, routine_category: { ...one.routine_category, category_id: 4 } } : one)),
    })
    expect(sentenceOf([...awards, nomination(51, 2, { name: 'Ida Wren' })], false, unfit)).toBe('saved')
    expect(sentenceOf(awards, false, unfit)).toMatch(/^Best group performance, Performance 1/)
  })

  test('a type the city took back keeps what was nominated for it, and counts nowhere', () => {
    const before = nominatingStudio({ nomination_routines: [nomination(61, 3)] })
    expect(sentenceOf([nomination(61, 3)], false, before)).toBe('saved')
    expect(nominationTally('specialty', before, facts)).toEqual({ added: 0, total: 2 })
  })
})

test('PROG-040 a type offers the routines of its divisions and categories; Best Dancer solos and what waits are none', () => {
  const [teenSenior] = sampleNominations[0]?.nomination_types ?? []
  const registration = nominatingStudio({
    routines: [groupRoutine(1), groupRoutine(8), groupRoutine(2, { is_best_dancer: true }), sampleRoutine(13, [1])],
    waiting_list_routines: [groupRoutine(3)],
  })
  expect(teenSenior && eligibleRoutines(teenSenior, registration).map(({ id }) => id)).toEqual([1])
})

test('PROG-034 a category lists, for each of its types, the routine put forward, those it could have, and the details', () => {
  const registration = nominatingStudio({
    routines: [groupRoutine(1), groupRoutine(8), sampleRoutine(13, [1])],
    nomination_routines: [nomination(1, 1, { outside: true }), nomination(51, 13, { name: 'Ida Wren' })],
  })
  const choices = nominationChoices(registration, facts)
  expect(choices.map(({ id, step }) => [id, step])).toEqual([
    [1, 'soty'],
    [2, 'studio-awards'],
    [4, 'specialty'],
    [5, 'specialty'],
  ])
  expect(choices[0]?.nomination_types[0]).toEqual({
    ...{ id: 1, name: 'Small Group 1', age_divisions: [3, 4], routine_id: 1, routines: [1] },
    details: { outside: true, name: null },
  })
  expect(choices[0]?.nomination_types[6]).toMatchObject({ id: 7, routine_id: null, routines: [8], details: null })
  expect(choices[3]?.nomination_types).toEqual([
    {
      ...{ id: 51, name: 'Costume', age_divisions: [], routine_id: 13, routines: [1, 8, 13] },
      details: { outside: false, name: 'Ida Wren' },
    },
  ])
  const without = nationalsFacts({ city: { has_soty: false } })
  expect(nominationChoices(registration, without).map(({ id }) => id)).toEqual([2, 4, 5])
})

describe('a routine that goes', () => {
  const nominated = nominatingStudio({ has_soty: true, nomination_routines: [...twelve(), ...awards] })

  test('COMP-053 PROG-046 takes its nominations with it, and no others', () => {
    const without = removeRoutine(nominated, { id: 1, _temp_id: null }, facts)
    const remaining = without.ok ? without.value.nomination_routines : []
    expect(remaining).toEqual([...twelve().slice(1), ...awards.slice(1)])
    expect(without.ok && without.value.has_soty).toBe(true)
  })

  test('PROG-046 with the last of them the Studio of the Year goes', () => {
    expect(withoutLostNominations({ ...nominated, routines: [] }, facts)).toMatchObject({
      has_soty: false,
      nomination_routines: [],
    })
  })

  test('one that moves to the waiting list is not nominated any more; without a loss nothing changes', () => {
    const [first, ...rest] = nominated.routines
    const waits = { ...nominated, routines: rest, waiting_list_routines: first ? [first] : [] }
    expect(withoutLostNominations(waits, facts).nomination_routines).toHaveLength(13)
    expect(withoutLostNominations(nominated, facts)).toBe(nominated)
  })
})

describe('PROG-036 EDIT-012 SEC-017 while a completed registration is edited', () => {
  const live = nominatingStudio({
    completed: true,
    editing: true,
    has_soty: true,
    nomination_routines: [...twelve(), ...awards, nomination(51, 13, { name: 'Ida Wren' })],
  })
  const [all, only] = [
    live.nomination_routines,
    'A completed registration’s nominations can be removed, but not added or changed.',
  ]
  const locked = 'Please email help@meridian.example to make changes to your Studio Of The Year nominated routines.'

  test.each<[string, readonly Nomination[], boolean, string]>([
    [
      'a studio award may go, however few are left',
      all.filter(({ nomination_type_id }) => nomination_type_id !== 21),
      true,
      'saved',
    ],
    ['nothing may be added', [...all, nomination(41, 13, { name: 'Sam Vale' })], true, only],
    [
      'no other routine may take the place',
      all.map((one) => (one.nomination_type_id === 21 ? nomination(21, 3) : one)),
      true,
      only,
    ],
    [
      'no name may change',
      all.map((one) => (one.nomination_type_id === 51 ? nomination(51, 13, { name: 'Other' }) : one)),
      true,
      only,
    ],
    [
      'PROG-031 no routine of the Studio of the Year may change',
      all.map((one) => (one.nomination_type_id === 1 ? nomination(1, 1, { outside: true }) : one)),
      true,
      locked,
    ],
    ['PROG-031 none may go', all.slice(1), true, locked],
    ['PROG-031 it may not be left', all, false, locked],
  ])('%s', (_, nominations, has_soty, outcome) => {
    expect(sentenceOf(nominations, has_soty, live)).toBe(outcome)
  })

  test('PROG-031 it may not be entered either', () => {
    const without = { ...live, has_soty: false, nomination_routines: awards }
    expect(sentenceOf([...twelve(), ...awards], true, without)).toBe(locked)
  })
})

describe('checks of the steps and the review', () => {
  const visited_steps = ['soty', 'studio-awards', 'specialty-awards']
  const knownFacts = { roster_people: 1, vip_done: true, covered: false }
  const whole = nominatingStudio({ visited_steps, has_soty: true, nomination_routines: [...twelve(), ...awards] })
  const refusalOf = (registration: Registration) => {
    const result = checkSubmit(registration, facts)
    return result.ok ? null : result.refusal
  }
  const broken = { ...whole, nomination_routines: whole.nomination_routines.slice(1) }

  test('a step that does not stand any more is not done', () => {
    expect(isDone('soty', whole, facts, knownFacts)).toBe(true)
    expect(isDone('soty', broken, facts, knownFacts)).toBe(false)
    expect(isDone('studio-awards', { ...whole, nomination_routines: awards.slice(1) }, facts, knownFacts)).toBe(false)
  })

  test('EVT-017 how many of a step’s types have their routine', () => {
    expect(nominationTally('soty', broken, facts)).toEqual({ added: 11, total: 12 })
    expect(nominationTally('studio-awards', whole, facts)).toEqual({ added: 3, total: 3 })
    expect(nominationTally('specialty', whole, facts)).toEqual({ added: 0, total: 2 })
  })

  test('PROG-029 an unfinished registration is not submitted with eleven; an edit is', () => {
    expect(refusalOf(broken)).toMatchObject({ code: 'soty.incomplete', tab: 'soty' })
    expect(refusalOf(whole)).toMatchObject({ code: 'submit.terms' })
    expect(refusalOf({ ...broken, completed: true, editing: true })).toMatchObject({ code: 'submit.terms' })
  })
})
