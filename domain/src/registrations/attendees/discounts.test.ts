import { describe, expect, test } from 'vitest'
import { dollars } from '../../kernel/money.ts'
import { explain } from '../../refusals.ts'
import type { Attendee, Facts, Registration } from '../registration.ts'
import type { CityChoice } from '../../tours/city.ts'
import type { AttendeesResult } from './attendee-change.ts'
import { newAttendee } from './candidate.ts'
import { sampleAttendee, sampleCandidate, sampleFacts, sampleRegistration } from './sample-city.ts'
import { attachStudentId, setAttendedReg, setCollegeDiscount } from './set-discounts.ts'
import { setScholarship } from './set-scholarship.ts'
import { setBeatStreet, setCompRoom } from './set-extras.ts'
import { setAddOn, setIntensive, setMediaPass } from './set-options.ts'

const facts = sampleFacts()
const nobody = sampleRegistration([])
const of = (level: number, changes: Partial<Attendee> = {}, more: Partial<Registration> = {}) =>
  sampleRegistration([sampleAttendee(1, level, changes)], more)
const codeOf = (act: AttendeesResult) => (act.ok ? 'accepted' : act.refusal.code)
const sentenceOf = (act: AttendeesResult) => (act.ok ? 'accepted' : explain(act.refusal))
const personOf = (act: AttendeesResult, id = 1) => (act.ok ? act.value.attendees[id] : undefined)

describe('discounts', () => {
  const withId = { has_college_discount: true, student_id_url: 'id.png' }
  const attended = (registration: Registration, confirmation = true) =>
    setAttendedReg(registration, { person_id: 1, attended_reg: true, answered: confirmation }, facts)
  const college = (registration: Registration, college_discount = true, confirmation = false) =>
    setCollegeDiscount(registration, { person_id: 1, college_discount, answered: confirmation }, facts)

  test('ATT-025 each turns the other off', () => {
    expect(personOf(attended(of(4, { ...withId, college_discount: true })))).toMatchObject({
      attended_reg: true,
      college_discount: false,
    })
    expect(personOf(college(of(4, { ...withId, attended_reg: true })))).toMatchObject({
      attended_reg: false,
      college_discount: true,
    })
  })

  test.each<[string, Registration, string]>([
    ['ATT-027 needs an uploaded ID', of(4), 'attendee.student_id_needed'],
    ['ATT-026 is for eligible levels only', of(2, withId), 'attendee.college_not_eligible'],
    ['ATT-027 goes with both', of(4, withId), 'accepted'],
  ])('college discount %s', (_, registration, code) => {
    expect(codeOf(college(registration))).toBe(code)
  })

  test('ATT-027 ATT-030 an uploaded ID makes it possible', () => {
    const uploaded = attachStudentId(of(4), { person_id: 1, student_id_url: 'id.png' })
    if (!uploaded.ok) throw new Error(uploaded.refusal.code)
    expect(personOf(college(uploaded.value))).toMatchObject({ college_discount: true, has_college_discount: true })
  })

  test('ATT-028 A100 turning it off asks, then lets the ID go and clears attended_reg', () => {
    const on = of(4, { ...withId, college_discount: true })
    expect(sentenceOf(college(on, false))).toBe('Removing the discount deletes the uploaded ID. Continue?')
    expect(personOf(college(on, false, true))).toMatchObject({
      college_discount: false,
      has_college_discount: false,
      student_id_url: null,
      attended_reg: false,
    })
  })

  test('ATT-028 ATT-077 the other discount asks before the ID goes with it', () => {
    const on = of(4, { ...withId, college_discount: true })
    expect(sentenceOf(attended(on, false))).toBe('Removing the discount deletes the uploaded ID. Continue?')
    expect(personOf(attended(on))).toMatchObject({ has_college_discount: false, student_id_url: null })
    expect(codeOf(attended(of(4), false))).toBe('accepted')
  })

  test('ATT-024 the attended discount is for dancers in person', () => {
    expect([attended(of(2)), attended(of(5)), attended(of(2, { virtual: true }))].map(codeOf)).toEqual([
      'accepted',
      'attendee.attended_not_offered',
      'attendee.attended_not_offered',
    ])
  })

  test('OFF-023 A52 the office’s record of earlier attendance sets the discount, or refuses it', () => {
    const onRecord = (attended: boolean) => sampleFacts({ attendance: { 1: attended } })
    const attendedBefore = (facts: Facts) => newAttendee(sampleCandidate(1, 12), { id: 2 }, facts).attended_reg
    expect([attendedBefore(onRecord(true)), attendedBefore(onRecord(false)), attendedBefore(sampleFacts())]).toEqual([
      true,
      false,
      false,
    ])
    const declared = setAttendedReg(of(2), { person_id: 1, attended_reg: true }, onRecord(false))
    expect(sentenceOf(declared)).toMatch(/^Our records show that Person1 Reed has not attended before/)
    expect(attendedBefore({ ...onRecord(true), tour_date: { ...sampleFacts().tour_date, virtual_only: true } })).toBe(
      false,
    )
  })

  test('ATT-031 a scholarship must be one the person holds', () => {
    const scholarships = [
      { id: 5, person_id: 1, amount: dollars(90), vip_type_id: null },
      { id: 6, person_id: 2, amount: dollars(900), vip_type_id: null },
    ]
    const set = (scholarship_id: number | null) =>
      setScholarship(of(2), { person_id: 1, scholarship_id }, { ...sampleFacts(), scholarships })
    expect(personOf(set(5))).toMatchObject({ has_scholarship: true, scholarship_amount: dollars(90) })
    expect(codeOf(set(6))).toBe('attendee.scholarship_unknown')
    expect(personOf(set(null))).toMatchObject({ has_scholarship: false, scholarship_amount: 0 })
  })
})

describe('add-ons', () => {
  const intensives = [{ id: 3, name: 'Summer intensive', price: dollars(500), group_price: null, offered: true }]
  const testFacts = sampleFacts({ intensives })

  test.each([
    ['listed by the city', { photoshoot: true }, 'accepted'],
    ['not listed', { kdoty: true }, 'attendee.add_on_not_offered'],
    ['a lab that is not listed', { lab_id: 2 }, 'attendee.add_on_not_offered'],
    ['a battle that is not listed', { freestyle_battle_id: 2 }, 'attendee.add_on_not_offered'],
  ])('ATT-049 ATT-054 %s', (_, options, code) => {
    expect(codeOf(setAddOn(of(2), { person_id: 1, ...options }, testFacts))).toBe(code)
  })

  const city_choices: CityChoice[] = [
    { id: 1, kind: 'lab', name: 'Turns', offered: true },
    { id: 2, kind: 'lab', name: 'Partnering', offered: false },
    { id: 3, kind: 'freestyle_battle', name: 'All styles', offered: true },
  ]
  const choosing = sampleFacts({ city_choices, city: { add_ons: ['lab', 'freestyle_battle'] } })
  const before = of(2, { lab_id: 2, freestyle_battle_id: null })

  test.each<[string, object, string]>([
    ['a lab of the list', { lab_id: 1 }, 'accepted'],
    ['the lab they have stays, though it is off the list', { lab_id: 2, kdoty: false }, 'accepted'],
    ['none', { lab_id: null }, 'accepted'],
    ['a battle of the list', { freestyle_battle_id: 3 }, 'accepted'],
    ['a battle as a lab', { lab_id: 3 }, 'attendee.add_on_not_offered'],
    ['a lab of another city', { lab_id: 9 }, 'attendee.add_on_not_offered'],
    ['a lab as a battle', { freestyle_battle_id: 1 }, 'attendee.add_on_not_offered'],
  ])('ATT-054 %s', (_, options, code) => {
    expect(codeOf(setAddOn(before, { person_id: 1, ...options }, choosing))).toBe(code)
  })

  test('ATT-054 options off the list, or of a city without labs, cannot be chosen', () => {
    expect(codeOf(setAddOn(of(2), { person_id: 1, lab_id: 2 }, choosing))).toBe('attendee.add_on_not_offered')
    const without = sampleFacts({ city_choices, city: { add_ons: ['freestyle_battle'] } })
    expect(codeOf(setAddOn(of(2), { person_id: 1, lab_id: 1 }, without))).toBe('attendee.add_on_not_offered')
  })

  test('ATT-049 leaving one is always possible', () => {
    const act = setAddOn(of(2, { kdoty: true }), { person_id: 1, kdoty: false }, testFacts)
    expect(personOf(act)?.kdoty).toBe(false)
  })

  test('ATT-067 the Awe experience comes with an intensive and goes with it', () => {
    const awe = (registration: Registration) =>
      setAddOn(registration, { person_id: 1, awe_experience: true }, testFacts)
    expect([codeOf(awe(of(2))), codeOf(awe(of(2, { intensive_id: 3 })))]).toEqual([
      'attendee.awe_needs_intensive',
      'accepted',
    ])
    const afterRemoval = setIntensive(
      of(2, { intensive_id: 3, awe_experience: true }),
      { person_id: 1, intensive_id: null },
      testFacts,
    )
    expect(personOf(afterRemoval)).toMatchObject({ intensive_id: null, awe_experience: false })
  })

  test('ATT-015 an intensive must be one of this city', () => {
    const set = (intensive_id: number) => codeOf(setIntensive(of(2), { person_id: 1, intensive_id }, testFacts))
    expect([set(3), set(4)]).toEqual(['accepted', 'attendee.intensive_not_offered'])
  })

  test('ATT-050 ATT-052 a media pass is for dancers; a paid one stays', () => {
    const pass = (registration: Registration, media_pass: boolean) =>
      setMediaPass(registration, { person_id: 1, media_pass }, testFacts)
    expect(personOf(pass(of(2), true))?.media_pass).toBe(true)
    expect(codeOf(pass(of(5), true))).toBe('attendee.add_on_for_dancers')
    expect(personOf(pass(of(2, { media_pass: true, media_pass_old: true }), false))?.media_pass).toBe(true)
  })

  test('ATT-046 ATT-055 the complimentary room must be earned, Beat Street be listed', () => {
    const dancers = (number: number) =>
      sampleRegistration(Array.from({ length: number }, (_, index) => sampleAttendee(index + 1, 2)))
    expect([59, 60].map((number) => codeOf(setCompRoom(dancers(number), true, facts)))).toEqual([
      'attendee.comp_room_not_earned',
      'accepted',
    ])
    expect(codeOf(setBeatStreet(nobody, true, facts))).toBe('attendee.add_on_not_offered')
    expect(codeOf(setBeatStreet(nobody, true, sampleFacts({ city: { add_ons: ['beat_street'] } })))).toBe('accepted')
  })
})
