import { describe, expect, test } from 'vitest'
import { cents, dollars } from '../../kernel/money.ts'
import { checkSetting } from '../check-setting.ts'
import type { Definition } from './definition.ts'
import { defaultSettings, settingDefinitions, settingNames, type SettingName } from './registry.ts'

describe('defaults', () => {
  test.each([
    ['CONST-002 a dancer is asked about being a teacher from 20', 'dancer_age_threshold', 20],
    ['CONST-002 the youngest dancer is 4', 'minimum_dancer_age', 4],
    ['CONST-002 the youngest teacher is 18', 'teacher_minimum_age', 18],
    ['CONST-002 the oldest division begins with 21', 'open_division_age', 21],
    ['CONST-003 the college discount is at most $225', 'college_discount_cap', dollars(225)],
    ['CONST-005 a media pass costs $49.99', 'media_pass_fee', cents(4_999)],
    ['CONST-006 the VIP experience costs $250', 'vip_experience_fee', dollars(250)],
    ['CONST-006 the photoshoot costs $85', 'photoshoot_fee', dollars(85)],
    ['CONST-006 the Awe experience costs $150', 'awe_experience_fee', dollars(150)],
    ['CONST-008 more than 59 dancers earn a room', 'comp_room_students', 59],
    ['CONST-015 a routine’s deposit is $50', 'deposit_per_routine', dollars(50)],
    ['CONST-015 extra time costs $5 for each minute and dancer', 'extra_time_fee', dollars(5)],
    ['CONST-015 extra time is at most 3 minutes', 'extra_time_max', 3],
    ['CONST-015 the crew showdown video costs $55 for each dancer', 'crew_showdown_video_fee', dollars(55)],
    ['CONST-016 a free routine has at least 4 dancers', 'free_routine_min', 4],
    ['CONST-016 a free routine has at most 9 dancers', 'free_routine_max', 9],
    ['CONST-016 a free routine needs 10 paying dancers', 'free_routine_paying_dancers', 10],
    [
      'PROG-028 at most 4 routines of the Studio of the Year are by outside choreographers',
      'soty_outside_choreographers',
      4,
    ],
    ['PROG-035 studio awards need 3 group routines', 'studio_award_groups', 3],
    ['PROG-037 a specialty award is $250', 'specialty_award', dollars(250)],
    ['CONST-019 bank payments end 7 days before', 'echeck_days', 7],
    ['CONST-019 reserved registrations are paid 30 days before', 'pay_later_days', 30],
    ['CONST-020 a rate outlasts its date by 7 hours', 'rate_grace_hours', 7],
    ['CONST-020 registration outlasts the event by 8 hours', 'closing_grace_hours', 8],
    ['CONST-021 a returned check costs $35', 'returned_check_fee', dollars(35)],
    ['CONST-030 preliminary videos are due by May 31', 'preliminary_video_deadline', 'May 31'],
    ['CONST-031 unnamed observers are at most 100', 'unnamed_observers_most', 100],
  ] satisfies [string, SettingName, unknown][])('%s', (_, name, value) => {
    expect(defaultSettings[name]).toBe(value)
  })
})

describe('OFF-047 the registry', () => {
  test.each(settingNames)('%s says what it is, where it may be set and where it comes from', (name) => {
    const { label, group, kind, scope, source, value } = settingDefinitions[name]
    expect(label.length).toBeGreaterThan(5)
    expect(source).toMatch(/S[123] §|A\d+|[A-Z]+-\d{3}/)
    expect(scope.length).toBeGreaterThan(0)
    expect(group.length).toBeGreaterThan(3)
    const types = { switch: 'boolean', text: 'string' } as const
    expect(typeof value).toBe(types[kind as keyof typeof types] ?? 'number')
    if (typeof value === 'number') expect(value).toBeGreaterThanOrEqual(0)
  })
})

describe('OFF-047 a number is set within what makes sense', () => {
  const numbers = settingNames.filter((name) => typeof defaultSettings[name] === 'number')
  const isSet = (name: SettingName, value: number) => checkSetting(name, 'product', value).ok

  test.each(numbers)('%s takes its default, and neither less than nothing nor endlessly much', (name) => {
    const { range }: Definition<unknown> = settingDefinitions[name]
    expect(isSet(name, Number(defaultSettings[name]))).toBe(true)
    for (const value of [-1, 0.5, Number.NaN, 100_000_000, ...(range ? [range[0] - 1, range[1] + 1] : [])]) {
      expect(isSet(name, value), `${value}`).toBe(false)
    }
    for (const value of range ?? []) expect(isSet(name, value), `${value}`).toBe(true)
  })

  test('zero is refused where nothing would work with it, and the bounds are said', () => {
    const refusal = ['hold_minutes', 'hold_minutes_most', 'waiver_adult_age', 'waiting_offer_hours'] as const
    for (const name of refusal) expect(isSet(name, 0)).toBe(false)
    expect(checkSetting('hold_minutes', 'product', 0)).toMatchObject({
      refusal: { why: 'Please enter a number from 1 to 240.' },
    })
    expect(checkSetting('waiver_adult_age', 'product', 0)).toMatchObject({
      refusal: { why: 'Please enter an age from 14 to 30.' },
    })
  })
})
