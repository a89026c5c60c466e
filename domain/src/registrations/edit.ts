import type { Instant } from '../kernel/instant.ts'
import { minus, maxCents, zeroCents, plus, sumOf, type Cents } from '../kernel/money.ts'
import type { Attendee, Facts, Registration, RegistrationRoutine } from './registration.ts'
import { levelsById } from './attendees/level.ts'
import { unreview } from './review.ts'
import { optionsShownIn } from './routines/routine-options.ts'

type EditMoney = {
  /** The price of the edited registration. */
  total: Cents
  /** Ledger entries beside price, promo codes, credit and payments. */
  adjustments: Cents
  /** The balance without the payments since the edit began; negative: overpaid. */
  carried: Cents
}

type PaymentSince = { id: number; amount: Cents; timestamp: Instant; of_payment_id: number | null }

/**
 * The balance (cents) that an edit need not pay: `balance` now, as if no payment had come since the edit began. Fees and refunds of
 * the office since then are not the edit's; a payment that went back is none. EDIT-013.
 */
export function owedBeforeEdit(balance: Cents, payments: readonly PaymentSince[], began: Instant): Cents {
  const since = payments.filter(({ timestamp }) => timestamp > began)
  const came = since.filter(({ amount }) => amount > 0)
  const back = since.filter(({ of_payment_id }) => came.some(({ id }) => id === of_payment_id))
  return plus(
    balance,
    sumOf([...came, ...back], ({ amount }) => amount),
  )
}

/**
 * The amount (cents) to be paid, promised or discounted before an edit may be submitted. A balance from before the edit
 * may remain. EDIT-013.
 */
export const requiredForEdit = ({ total, adjustments, carried }: EditMoney): Cents =>
  minus(plus(total, adjustments), maxCents(zeroCents, carried))

const same = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Three ways: what the edit changed wins, else what is there now. */
function merged<Thing extends object>(base: Thing, mine: Thing, live: Thing): Thing {
  const names = Object.keys(mine) as (keyof Thing)[]
  const changedNames = names.filter((name) => !same(base[name], mine[name]))
  // Values of `mine`, under their own names.
  return { ...live, ...(Object.fromEntries(changedNames.map((name) => [name, mine[name]])) as Partial<Thing>) }
}

function mergedPeople(
  base: Registration['attendees'],
  mine: Registration['attendees'],
  live: Registration['attendees'],
): Registration['attendees'] {
  const people = new Set([...Object.keys(live), ...Object.keys(mine)])
  const mergedEntries = [...people].flatMap((person): [string, Attendee][] => {
    const [was, editValue, now] = [base[person], mine[person], live[person]]
    if (was && editValue && now) {
      // Names are the roster's, numbers and fees the product's.
      return [[person, { ...merged(was, editValue, now), person: now.person, id: now.id }]]
    }
    if (editValue && now) return [[person, { ...editValue, id: now.id, date_attendee_id: now.date_attendee_id }]]
    // Added by the edit, or (else) taken away by the office meanwhile.
    if (editValue) return was ? [] : [[person, editValue]]
    return now && !was ? [[person, now]] : []
  })
  return Object.fromEntries(mergedEntries)
}

type Routines = readonly RegistrationRoutine[]

function mergedRoutines(base: Routines, mine: Routines, live: Routines): RegistrationRoutine[] {
  const of = (routines: Routines) => new Map(routines.map((routine) => [routine.id, routine]))
  const [was, editRoutines] = [of(base), of(mine)]
  const mergedLive = live.flatMap((now) => {
    const [before, edited] = [was.get(now.id), editRoutines.get(now.id)]
    if (before && edited) return [merged(before, edited, now)]
    return before ? [] : [now]
  })
  return [...mergedLive, ...mine.filter(({ id }) => id === null || !was.has(id))]
}

/**
 * Rebases an edit on the live registration, field by field. The result has to be reviewed again unless it contains the
 * edit alone, since nobody has seen the merged form. EDIT-003.
 */
export function rebase(base: Registration, mine: Registration, live: Registration): Registration {
  const root = merged(base, mine, live)
  return {
    ...root,
    id: live.id,
    version: mine.version,
    editing: true,
    attendees: mergedPeople(base.attendees, mine.attendees, live.attendees),
    routines: mergedRoutines(base.routines, mine.routines, live.routines),
    waiting_list_routines: mergedRoutines(
      base.waiting_list_routines,
      mine.waiting_list_routines,
      live.waiting_list_routines,
    ).filter(({ id }) => !live.routines.some((routine) => routine.id === id)),
    promo_codes: live.promo_codes,
    credit: live.credit,
    competition_deposit_routines: live.competition_deposit_routines,
    reviewed: mine.reviewed,
    waiver: mine.waiver,
    competitionCodeWaiver: mine.competitionCodeWaiver,
    confirmed: false,
    paying_by_check: mine.paying_by_check,
    dates: { ...live.dates, reviewed: mine.dates.reviewed },
  }
}

/** The same on a registration that somebody else changed: to be looked through again. */
export const rebaseOnNews = (base: Registration, mine: Registration, live: Registration): Registration =>
  unreview(rebase(base, mine, live))

export type EditChange = { kind: 'added' | 'removed' | 'changed'; name: string; what: readonly string[] }
type EditChanges = { people: EditChange[]; routines: EditChange[]; others: string[] }

const attendeeWords: Partial<Record<keyof Attendee, string>> = {
  workshop_level_id: 'level',
  virtual: 'virtual',
  one_day: 'one day',
  college_discount: 'college discount',
  scholarship_id: 'scholarship',
  media_pass: 'media pass',
  vip_experience: 'VIP experience',
  photoshoot: 'Photoshoot',
  awe_experience: 'Awe experience',
  kdoty: 'KDOTY',
  lab_id: 'lab',
  intensive_id: 'intensive',
  freestyle_battle_id: 'freestyle battle',
  best_dancer_type_id: 'best dancer',
  jacket_size_id: 'jacket size',
  jacket_name: 'name on the jacket',
  routine: 'routine of the program',
  best_dancer_photo: 'photo',
  student_id_url: 'student ID',
}

const routineWords: Partial<Record<keyof RegistrationRoutine, string>> = {
  routine: 'name or choreographer',
  attendees: 'dancers',
  performance_division_id: 'performance division',
  age_division: 'age division',
  routine_category: 'category',
  extra_time: 'extra time',
  ...Object.fromEntries(optionsShownIn('edit').map(([name, { word }]) => [name, word])),
}

/** The words of a field, and by name what its value means where a reader knows it by a name. */
type FieldWords<Thing> = {
  words: Partial<Record<keyof Thing, string>>
  nameOfValue: (field: keyof Thing, thing: Thing) => string | undefined
}

/** Taken or given up: neither a value that became another one nor a text. */
function takenWord(old: unknown, next: unknown): string {
  if (old === false || (old ?? null) === null) return next === true || typeof next === 'number' ? ' added' : ''
  return next === false || ((next ?? null) === null && typeof old === 'number') ? ' removed' : ''
}

const wordsOf = <Thing extends object>(before: Thing, after: Thing, { words, nameOfValue }: FieldWords<Thing>) =>
  (Object.keys(words) as (keyof Thing)[]).flatMap((field) => {
    const word = words[field]
    if (word === undefined || same(before[field], after[field])) return []
    const [old, next] = [nameOfValue(field, before), nameOfValue(field, after)]
    return [old && next ? `${word} from ${old} to ${next}` : `${word}${takenWord(before[field], after[field])}`]
  })

const nameOf = ({ person }: Attendee) => `${person.fname} ${person.lname}`

function changesOf<Thing extends object>(
  before: ReadonlyMap<unknown, Thing>,
  after: ReadonlyMap<unknown, Thing>,
  name: (thing: Thing) => string,
  fieldWords: FieldWords<Thing>,
): EditChange[] {
  const now = [...after].flatMap(([key, thing]): EditChange[] => {
    const old = before.get(key)
    if (!old) return [{ kind: 'added', name: name(thing), what: [] }]
    const what = wordsOf(old, thing, fieldWords)
    return what.length === 0 ? [] : [{ kind: 'changed', name: name(thing), what }]
  })
  const removedThings = [...before].filter(([key]) => !after.has(key)).map(([, thing]) => thing)
  return [...now, ...removedThings.map((thing): EditChange => ({ kind: 'removed', name: name(thing), what: [] }))]
}

type Observers = Registration['additional_observers']

/**
 * The observers without names that an unfinished edit asks for, where they are not the registration's; else null.
 * OFF-049, A53.
 */
export function unconfirmedObservers(
  live: Observers,
  edited: Observers | undefined,
): Omit<Observers, 'complimentary'> | null {
  if (!edited || (edited.one === live.one && edited.two === live.two)) return null
  return { one: edited.one, two: edited.two }
}

const byId = ({ routines, waiting_list_routines }: Pick<Registration, 'routines' | 'waiting_list_routines'>) =>
  new Map([...routines, ...waiting_list_routines].map((routine) => [routine.id ?? routine._temp_id, routine]))

/**
 * The changes of an edit, in words for its owner: people and routines added, removed or changed, and the rest.
 * EDIT-003.
 */
export function editChanges(
  live: Registration,
  revision: Registration,
  {
    workshop_levels,
    performance_divisions,
  }: Pick<Facts, 'workshop_levels'> & { performance_divisions: readonly { id: number; name: string }[] },
): EditChanges {
  const levels = levelsById(workshop_levels)
  const attendeeFields: FieldWords<Attendee> = {
    words: attendeeWords,
    nameOfValue: (field, { workshop_level_id }) =>
      field === 'workshop_level_id' ? levels.get(workshop_level_id)?.level : undefined,
  }
  const routineFields: FieldWords<RegistrationRoutine> = {
    words: routineWords,
    nameOfValue: (field, { performance_division_id, age_division, routine_category }) => {
      if (field === 'performance_division_id') {
        return performance_divisions.find(({ id }) => id === performance_division_id)?.name
      }
      if (field === 'age_division') return age_division.name
      return field === 'routine_category' ? routine_category.name : undefined
    },
  }
  const people = (registration: Registration) => new Map(Object.entries(registration.attendees))
  const observers = ({ additional_observers: { one, two } }: Registration) => one + two
  const others = [
    ...(same(live.additional_observers, revision.additional_observers)
      ? []
      : [`Additional observers: ${observers(live)} before, ${observers(revision)} now`]),
    ...(live.comp_room === revision.comp_room ? [] : ['The complimentary room']),
    ...(live.beat_street === revision.beat_street ? [] : ['Beat Street']),
    ...(same(live.nomination_routines, revision.nomination_routines)
      ? []
      : [`Nominations: ${live.nomination_routines.length} before, ${revision.nomination_routines.length} now`]),
    ...(live.is_competing === revision.is_competing ? [] : [revision.is_competing ? 'Competing' : 'Not competing']),
  ]
  return {
    people: changesOf(people(live), people(revision), nameOf, attendeeFields),
    routines: changesOf(byId(live), byId(revision), ({ routine }) => routine.name, routineFields),
    others,
  }
}
