import type { AttendeeDraft } from '@callboard/domain/registrations/attendees/set-attendees.ts'
import {
  attendeesOf,
  type Attendee,
  type AttendeePerson,
  type Registration,
} from '@callboard/domain/registrations/registration.ts'
import { readDraft, removeDraft, writeDraft } from '../ui/draft-store.ts'

/** The editable fields of a registration's people; the server derives all others. ATT-057. */
type EditablePeople = Pick<Registration, 'attendees' | 'additional_observers' | 'comp_room' | 'beat_street'>

/** The fields of one person that are saved from here. */
const draftFields = [
  'workshop_level_id',
  'virtual',
  'one_day',
  'attended_reg',
  'college_discount',
  'media_pass',
  'vip_experience',
  'photoshoot',
  'awe_experience',
  'kdoty',
  'freestyle_battle_id',
  'lab_id',
  'intensive_id',
  'best_dancer_type_id',
  'vip_type_id',
  'jacket_size_id',
  'jacket_name',
  'routine',
] as const satisfies readonly (keyof AttendeeDraft)[]

type DraftFields = Pick<Attendee, (typeof draftFields)[number]>

/** One person as it is sent. */
export function draftOf(attendee: Attendee): AttendeeDraft {
  return { person_id: attendee.person_id, ...fieldsOf(attendee, draftFields) }
}

/** The attendees as a save sends them; entries for the program are a list of their own. ATT-057, PROG-018. */
export function peopleSent(attendees: readonly Attendee[]) {
  const best_dancer_routines = attendees.flatMap(({ person_id, routine }) =>
    routine ? [{ person_id, ...routine }] : [],
  )
  return {
    attendees: attendees.map((attendee) => {
      const { routine: _, ...draft } = draftOf(attendee)
      return draft
    }),
    ...(best_dancer_routines.length > 0 && { best_dancer_routines }),
  }
}

const fieldsOf = (attendee: Attendee, names: readonly (keyof DraftFields)[]) =>
  // Every name is a field of the draft, so that together they are one.
  Object.fromEntries(names.map((name) => [name, attendee[name]])) as DraftFields

/** Changes that are not saved yet: people added or changed, people gone, counts. Small enough to be written down at each. */
export type PeopleChanges = {
  people: readonly { person: AttendeePerson; draft: AttendeeDraft; changed: readonly (keyof DraftFields)[] }[]
  gone: readonly number[]
  observers: { one?: number; two?: number }
  comp_room?: boolean
  beat_street?: boolean
}

const noFields: readonly (keyof DraftFields)[] = []

function changedFields(before: Attendee | undefined, after: Attendee): readonly (keyof DraftFields)[] {
  if (before === after) return noFields
  return before ? draftFields.filter((name) => !isSame(before[name], after[name])) : draftFields
}

/** The program entry is an object of three fields; all others are primitive. */
const isSame = (one: DraftFields[keyof DraftFields], other: DraftFields[keyof DraftFields]): boolean =>
  one === other || (typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other))

/** Returns the changes between two states of the people. */
export function changesBetween(before: EditablePeople, after: EditablePeople): PeopleChanges {
  const people: PeopleChanges['people'][number][] = []
  for (const attendee of attendeesOf(after)) {
    const fieldNames = changedFields(before.attendees[attendee.person_id], attendee)
    if (fieldNames.length > 0) people.push({ person: attendee.person, draft: draftOf(attendee), changed: fieldNames })
  }
  const removedIds = attendeesOf(before).flatMap(({ person_id }) => (after.attendees[person_id] ? [] : [person_id]))
  const [was, is] = [before.additional_observers, after.additional_observers]
  return {
    people,
    gone: removedIds,
    observers: { ...(was.one !== is.one && { one: is.one }), ...(was.two !== is.two && { two: is.two }) },
    ...(before.comp_room !== after.comp_room && { comp_room: after.comp_room }),
    ...(before.beat_street !== after.beat_street && { beat_street: after.beat_street }),
  }
}

export const isNoChange = ({ people, gone, observers, comp_room, beat_street }: PeopleChanges): boolean =>
  people.length + gone.length + Object.keys(observers).length === 0 &&
  comp_room === undefined &&
  beat_street === undefined

/** Whether two states of a registration hold the same people, answers and routines. */
export const isSameContent = (one: Registration, other: Registration): boolean =>
  isNoChange(changesBetween(one, other)) &&
  one.is_competing === other.is_competing &&
  one.independent === other.independent &&
  JSON.stringify([one.routines, one.waiting_list_routines]) ===
    JSON.stringify([other.routines, other.waiting_list_routines])

/**
 * The same changes made to another state of the registration: what the server answered, or what another window saved.
 * Only the fields that were changed are; a person taken off there and changed here is back. WIZ-048.
 */
export function withChanges<Some extends EditablePeople>(
  onto: Some,
  { people, gone, observers, comp_room, beat_street }: PeopleChanges,
  newAttendee: (person_id: number, person: AttendeePerson, level: number) => Attendee,
): Some {
  const attendees = { ...onto.attendees }
  for (const person_id of gone) delete attendees[person_id]
  for (const { person, draft, changed } of people) {
    const there = attendees[draft.person_id]
    const base = there ?? newAttendee(draft.person_id, person, draft.workshop_level_id)
    const names = there ? changed : draftFields
    // A draft has every field of an attendee's that can be changed from here.
    attendees[draft.person_id] = { ...base, ...fieldsOf({ ...base, ...draft, routine: draft.routine ?? null }, names) }
  }
  return {
    ...onto,
    attendees,
    additional_observers: { ...onto.additional_observers, ...observers },
    ...(comp_room !== undefined && { comp_room }),
    ...(beat_street !== undefined && { beat_street }),
  }
}

const unsavedKey = (registration_id: number) => `wizard/unsaved/${registration_id}`

/** Stores what is not saved yet, so that it outlives the window and a session that ends by time. */
export const keepUnsaved = (registration_id: number, changes: PeopleChanges) =>
  writeDraft(unsavedKey(registration_id), { changes })

export const forgetUnsaved = (registration_id: number) => removeDraft(unsavedKey(registration_id))

/** Changes that an earlier tab could not save. */
export function readUnsaved(registration_id: number): PeopleChanges | null {
  // The cast: it is what keepUnsaved wrote; its two lists are checked.
  const changes = readDraft(unsavedKey(registration_id))?.['changes'] as PeopleChanges | undefined
  return changes && Array.isArray(changes.people) && Array.isArray(changes.gone) ? changes : null
}
