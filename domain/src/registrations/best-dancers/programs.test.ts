import { describe, expect, test } from 'vitest'
import { setAttendees } from '../attendees/set-attendees.ts'
import { setScholarship } from '../attendees/set-scholarship.ts'
import { sampleAttendee, sampleRegistration, sampleRoutine, sampleTourDate } from '../attendees/sample-city.ts'
import { dollars } from '../../kernel/money.ts'
import { categoryCounts } from '../routines/counts.ts'
import { quote } from '../pricing/quote.ts'
import { explain } from '../../refusals.ts'
import type { Attendee, Facts, Registration } from '../registration.ts'
import { stepsFor } from '../steps.ts'
import { removeRoutine, saveRoutine } from '../routines/acts.ts'
import { draftOf } from '../routines/routine-draft.ts'
import { competingStudio, competitionFacts } from '../routines/sample-competition.ts'
import { chooseBestDancer, type BestDancerChoices } from './best-dancer.ts'
import { missingOf, missingOnReview, vipTally, whyNotBestDancers } from './complete.ts'
import { keptPixels, leastCropPixels, mostCropPixels, photoFolder, photoProgress, photoShares } from './photo.ts'
import { participants, programOf, typesOffered } from './program.ts'

type Changes = Parameters<typeof competitionFacts>[0] & { closed?: readonly ('photo' | 'jacket' | 'routine')[] }
const finals = ({ closed = [], ...changes }: Changes = {}) =>
  competitionFacts({
    ...changes,
    brand: { is_nationals: true, ...changes.brand },
    city: {
      settings: {
        ...sampleTourDate.settings,
        edit_bd_photo: !closed.includes('photo'),
        edit_bd_jacket: !closed.includes('jacket'),
        edit_bd_routine: !closed.includes('routine'),
      },
      ...changes.city,
    },
  })

const [competes, jacketOnly, workshopOnly, cast] = [1, 2, 3, 4]

function withChoices(registration: Registration, choices: Partial<BestDancerChoices>, facts: Facts = finals()) {
  const act = chooseBestDancer(registration, { person_id: 1, ...choices }, facts)
  if (!act.ok) throw new Error(explain(act.refusal))
  return act.value
}
const codeOf = (registration: Registration, choices: Partial<BestDancerChoices>, facts: Facts = finals()) => {
  const act = chooseBestDancer(registration, { person_id: 1, ...choices }, facts)
  return act.ok ? 'accepted' : act.refusal.code
}
const routine = { name: 'Moth', choreographer: 'Sam Vale', performance_division_id: 2 }
const whole = { jacket_size_id: 1, jacket_name: 'Ana', best_dancer_photo: 'a', best_dancer_photo_original: 'b' }

test('ATT-077 PROG-008 a photo goes with the place in the program, and stays with another type', () => {
  const facts = finals()
  const registration = withChoices(competingStudio(2), { best_dancer_type_id: jacketOnly }, facts)
  const dancer = registration.attendees['1']
  if (!dancer) throw new Error('no dancer')
  const dressed = { ...registration, attendees: { ...registration.attendees, 1: { ...dancer, ...whole } } }
  expect(withChoices(dressed, { best_dancer_type_id: workshopOnly }, facts).attendees['1']).toMatchObject(whole)
  expect(withChoices(dressed, { best_dancer_type_id: null }, facts).attendees['1']).toMatchObject({
    best_dancer_photo: null,
    best_dancer_photo_original: null,
  })
})

describe('the solo of the program', () => {
  test('PROG-019 ATT-032 A43 who competes has one at no charge, outside the counts; who does not has none', () => {
    const facts = finals()
    const competing = withChoices(competingStudio(3), { best_dancer_type_id: competes }, facts)
    expect(competing.routines).toMatchObject([
      {
        is_best_dancer: true,
        fee: 0,
        attendees: [{ person_id: 1 }],
        routine_category: { name: 'Solo' },
        age_division: { name: 'Junior' },
        routine: { name: 'TBA' },
      },
    ])
    expect(categoryCounts(competing, facts).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0])
    expect(quote(competing, facts).fees.competition).toBe(0)
    const left = withChoices(competing, { best_dancer_type_id: jacketOnly }, facts)
    expect(left.routines).toEqual([])
    expect(left.attendees['1']).toMatchObject({ routine: null, vip_type_id: jacketOnly })
  })

  test('PROG-019 a scholarship that adds its winner enters them; another kind does not', () => {
    const facts = finals()
    const use = (vip_type_id: number | null) => {
      const scholarships = [{ id: 5, person_id: 1, amount: dollars(90), vip_type_id }]
      const act = setScholarship(competingStudio(2), { person_id: 1, scholarship_id: 5 }, { ...facts, scholarships })
      return act.ok ? act.value.routines.length : act.refusal.code
    }
    expect([competes, jacketOnly, null].map(use)).toEqual([1, 0, 0])
  })

  test('PROG-018 a save of the people keeps the solo, says it anew and takes it with its dancer', () => {
    const facts = finals()
    const before = withChoices(competingStudio(2), { best_dancer_type_id: competes }, facts)
    const save = (changes: Partial<Attendee>, without: readonly number[] = []) => {
      const drafts = Object.values(before.attendees)
        .filter(({ person_id }) => !without.includes(person_id))
        .map((one) => (one.person_id === 1 ? { ...one, ...changes } : one))
      const act = setAttendees(before, drafts, { ...facts, people: new Map() })
      return act.ok ? act.value.routines.map((one) => one.routine.name) : act.refusal.code
    }
    expect([save({}), save({ routine }), save({}, [1])]).toEqual([['TBA'], ['Moth'], []])
    expect(save({ best_dancer_type_id: null, vip_type_id: null })).toEqual([])
  })

  test('the list of routines neither changes nor removes it', () => {
    const facts = finals()
    const solo = sampleRoutine(7, [1], { is_best_dancer: true })
    const registration = { ...competingStudio(2), routines: [solo] }
    expect(saveRoutine(registration, { ...draftOf(solo), name: 'Else' }, facts)).toMatchObject({
      refusal: { code: 'routine.of_programme' },
    })
    expect(removeRoutine(registration, solo, facts)).toMatchObject({ refusal: { code: 'routine.of_programme' } })
  })
})

describe('program options', () => {
  test('PROG-001 PROG-017 a type of another program is refused with those of the city; a city without one says so', () => {
    const sentence = (id: number, facts: Facts) => {
      const act = chooseBestDancer(competingStudio(2), { person_id: 1, best_dancer_type_id: id }, facts)
      return act.ok ? 'accepted' : explain(act.refusal)
    }
    for (const id of [cast, 9])
      expect(sentence(id, finals())).toMatch(/ Please choose Competing or Jacket only or Workshop only\.$/)
    expect(sentence(competes, finals({ city: { disabled_best_dancers: true } }))).toMatch(
      / cannot be chosen in this city\.$/,
    )
  })

  test('PROG-049 PROG-041 competing, jacket only, workshop only; of a cast the cast; nothing that is not in use', () => {
    const names = (facts: Facts) => typesOffered(facts).map(({ name }) => name)
    const unused = finals().vip_types.map((type) => ({ ...type, active: type.id !== 2 }))
    expect(names(finals())).toEqual(['Competing', 'Jacket only', 'Workshop only'])
    expect(names(finals({ brand: { is_aftermath: true } }))).toEqual(['Cast Experience'])
    expect(names(finals({ vip_types: unused }))).toEqual(['Competing', 'Workshop only'])
  })

  test.each<[string, Partial<BestDancerChoices>, Facts, string]>([
    ['a regional city', { best_dancer_type_id: competes }, competitionFacts(), 'best_dancer.not_offered'],
    [
      'PROG-017 a city that switched them off',
      { best_dancer_type_id: competes },
      finals({ city: { disabled_best_dancers: true } }),
      'best_dancer.not_offered',
    ],
    ['the type of another program', { best_dancer_type_id: cast }, finals(), 'best_dancer.not_offered'],
    ['a size nobody has', { jacket_size_id: 99 }, finals(), 'best_dancer.size_unknown'],
    [
      'a division nobody has',
      { best_dancer_type_id: competes, routine: { ...routine, performance_division_id: 99 } },
      finals(),
      'best_dancer.division_unknown',
    ],
    [
      'all of it',
      { best_dancer_type_id: competes, jacket_size_id: 1, jacket_name: 'A', routine },
      finals(),
      'accepted',
    ],
  ])('%s: PROG-001', (_, choices, facts, code) => {
    expect(codeOf(competingStudio(2), choices, facts)).toBe(code)
  })

  test('teachers do not take part, nor do one-day dancers compete', () => {
    const of = (one: Attendee) => sampleRegistration([one])
    expect(codeOf(of(sampleAttendee(1, 5)), { best_dancer_type_id: competes })).toBe('best_dancer.not_taking_part')
    const oneDay = of(sampleAttendee(1, 2, { one_day: true }))
    expect(codeOf(oneDay, { best_dancer_type_id: competes })).toBe('attendee.one_day_competing')
    expect(codeOf(oneDay, { best_dancer_type_id: workshopOnly })).toBe('accepted')
  })

  const storedValue = { best_dancer_type_id: 1, vip_type_id: 1, routine, date_attendee_id: 4 }
  test.each<[string, Partial<BestDancerChoices>, 'jacket' | 'routine', string]>([
    ['PROG-009 a jacket', { jacket_name: 'Bo' }, 'jacket', 'best_dancer.jacket_closed'],
    ['PROG-009 a jacket as it was', { jacket_name: null }, 'jacket', 'accepted'],
    ['PROG-010 a routine', { routine: { ...routine, name: 'Wasp' } }, 'routine', 'best_dancer.routine_closed'],
    ['PROG-010 leaving it', { best_dancer_type_id: null }, 'routine', 'best_dancer.routine_closed'],
    ['PROG-010 a jacket while routines are closed', { jacket_name: 'Bo' }, 'routine', 'accepted'],
  ])('%s, once completed, where the city has closed it', (_, choices, closedFacts, code) => {
    const completed = sampleRegistration([sampleAttendee(1, 2, storedValue)], { completed: true })
    expect(codeOf(completed, choices, finals({ closed: [closedFacts] }))).toBe(code)
    expect(codeOf({ ...completed, completed: false }, choices, finals({ closed: [closedFacts] }))).toBe('accepted')
    expect(codeOf(completed, choices)).toBe('accepted')
  })
})

describe('complete', () => {
  const noNames = { city: { season: { ...sampleTourDate.season, omit_jacket_name: true } } }
  test.each<[string, Partial<Attendee>, Changes, string[]]>([
    ['PROG-006 nothing yet', {}, {}, ['jacket size', 'name on the jacket', 'photo']],
    ['PROG-006 all of it', whole, {}, []],
    ['PROG-006 VAR-018 no name where the season has none', { ...whole, jacket_name: null }, noNames, []],
    [
      'PROG-006 competing without a routine',
      { ...whole, best_dancer_type_id: 1, routine: { ...routine, name: '', choreographer: '' } },
      {},
      ['routine title', 'choreographer'],
    ],
    ['PROG-006 competing with one', { ...whole, best_dancer_type_id: 1, routine }, {}, []],
    ['PROG-050 jacket only', { ...whole, best_dancer_type_id: 2 }, {}, []],
    ['PROG-050 workshop only', { ...whole, best_dancer_type_id: 3 }, {}, []],
    ['PROG-041 a cast has tops without names', {}, { brand: { is_aftermath: true } }, ['top size', 'photo']],
  ])('%s', (_, changes, input, missing) => {
    expect(missingOf(sampleAttendee(1, 2, changes), finals(input))).toEqual(missing)
  })

  test('PROG-007 on review size and name are not missed where the event settles jackets later', () => {
    const facts = finals()
    const later = { ...facts, settings: { ...facts.settings, jacket_optional_on_review: true } }
    expect(missingOnReview(sampleAttendee(1, 2), later)).toEqual(['photo'])
    expect(missingOnReview(sampleAttendee(1, 2), facts)).toHaveLength(3)
  })

  test('EVT-016 PROG-041 the tally counts who takes part; of a cast every dancer', () => {
    const people = [
      sampleAttendee(1, 2, { ...whole, best_dancer_type_id: 2 }),
      sampleAttendee(2, 2, { best_dancer_type_id: 3 }),
      sampleAttendee(3, 2),
      sampleAttendee(4, 5),
    ]
    expect(vipTally(sampleRegistration(people), finals())).toEqual({ done: 1, total: 2 })
    const aftermath = competitionFacts({ brand: { is_aftermath: true } })
    expect(participants(sampleRegistration(people), aftermath).map(({ person_id }) => person_id)).toEqual([1, 2, 3])
  })

  test.each<[string, Partial<NonNullable<Attendee['routine']>>, number, string[] | null]>([
    ['PROG-005 no title', { name: '' }, competes, ['routine title']],
    ['PROG-005 no division', { performance_division_id: null }, competes, ['performance division']],
    ['PROG-005 TBA is a title', { name: 'TBA', choreographer: '' }, competes, null],
    ['PROG-050 jacket only', { name: '', performance_division_id: null }, jacketOnly, null],
  ])('%s, for the submit', (_, changes, best_dancer_type_id, lacks) => {
    const one = sampleAttendee(1, 2, { best_dancer_type_id, routine: { ...routine, ...changes } })
    const refusal = whyNotBestDancers(sampleRegistration([one]), finals())
    expect(refusal && 'lacks' in refusal ? refusal.lacks : null).toEqual(lacks)
  })
})

test('PROG-021 the type’s amount is the program’s fee, with its reason', () => {
  const facts = finals()
  const both = withChoices(withChoices(competingStudio(2), { best_dancer_type_id: competes }, facts), {}, facts)
  const act = chooseBestDancer(both, { person_id: 2, best_dancer_type_id: workshopOnly }, facts)
  const price = quote(act.ok ? act.value : both, facts)
  const lines = price.lines.filter(({ group }) => group === 'bestdancer')
  expect(lines.map(({ kind, amount, because }) => [kind, amount, because])).toEqual([
    ['vip_type', dollars(125), ['Best Dancer, Competing: $125.00 per dancer']],
    ['vip_type', 0, ['Best Dancer, Workshop only: free']],
  ])
  expect(price.fees.bestdancer).toBe(dollars(125))
  expect(price.fees.total).toBe(price.fees.workshop + dollars(125))
})

test('FEE-010 PROG-017 switched off after completion, the program keeps those who completed with it, at their fee', () => {
  const off = finals({ city: { disabled_best_dancers: true } })
  const types = { best_dancer_type_id: competes, ...whole }
  const feeOf = (date_attendee_id: number | null) =>
    quote(sampleRegistration([sampleAttendee(1, 2, { ...types, date_attendee_id })]), off).fees.bestdancer
  expect(feeOf(7)).toBe(dollars(125))
  expect(feeOf(null)).toBe(0)
})

test.each(['best-dancers', 'core-performers', 'proteges', 'the-cast-experience'])(
  'PROG-044 PROG-017 the step has the address of its event: %s',
  (vip_route) => {
    const paths = (city: Changes['city'] = {}) =>
      stepsFor(finals({ brand: { vip_route }, city })).map(({ path }) => path)
    expect(paths()[2]).toBe(vip_route)
    expect(paths({ disabled_best_dancers: true })).not.toContain(vip_route)
  },
)

test('PROG-012 CONST-028 a photo’s way is three fifths the photo, a fifth the original, a fifth the headshot', () => {
  expect(photoShares).toEqual({ photo: 60, original: 20, headshot: 20 })
  expect(photoProgress({ photo: 50, original: 0, headshot: 0 })).toBe(30)
  expect(photoProgress({ photo: 100, original: 50, headshot: 0 })).toBe(70)
  expect(photoProgress({ photo: 100, original: 100, headshot: 100 })).toBe(100)
})

test('PROG-014 photos lie under season and best_dancer', () => {
  expect(photoFolder({ season_id: 41, registration_id: 7, attendee_id: 9 })).toBe('41/best_dancer/7/9')
})

test('PROG-011 a photo is kept as large as it is, between what its print needs and what it can use', () => {
  expect([100, 700, 4_000].map((side) => keptPixels(side, leastCropPixels, mostCropPixels))).toEqual([600, 700, 1_200])
})

test('PROG-042 A45 the list of dancers has the name on the jacket in Radix alone', () => {
  const isNamedInTable = (brand: Changes['brand']) => programOf(finals({ ...(brand && { brand }) })).named_in_table
  expect([isNamedInTable({}), isNamedInTable({ is_radix: true })]).toEqual([false, true])
})
