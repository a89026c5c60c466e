import {
  addDancer,
  addEveryone,
  addObserver,
  addTeacher,
  listNewAttendees,
} from '@callboard/domain/registrations/attendees/add-attendee.ts'
import { attendeePerson, type Candidate } from '@callboard/domain/registrations/attendees/candidate.ts'
import { kindOf, levelsById } from '@callboard/domain/registrations/attendees/level.ts'
import { removeAttendee } from '@callboard/domain/registrations/attendees/remove-attendee.ts'
import { accept } from '@callboard/domain/kernel/result.ts'
import { attendeesOf, type Facts, type Registration } from '@callboard/domain/registrations/registration.ts'
import type { LevelKind } from '@callboard/domain/tours/city.ts'
import { useCallback, useMemo, type ReactNode } from 'react'
import { LoadError } from '../shell/ErrorPage.tsx'
import { paths } from '../shell/paths.ts'
import { LevelBanners } from '../registrations/attendees/LevelBanners.tsx'
import { PeopleList } from '../registrations/attendees/PeopleList.tsx'
import type { PerformAnswer } from '../registrations/attendees/perform.ts'
import { RosterPanel, type PanelPerson } from '../registrations/attendees/RosterPanel.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts.ts'
import { LevelWaiting } from './LevelWaiting.tsx'
import { StepPage } from './StepPage.tsx'
import { usePerform } from './use-perform.ts'
import { useScholarships } from './use-scholarships.ts'
import { useRoster } from './use-step-facts.ts'
import { useWhose } from './whose.ts'
import { useStore, useWizard } from './wizard-context.tsx'

type PeopleStepProps = {
  name: 'dancers' | 'teachers' | 'observers'
  kind: LevelKind
  kinds?: readonly LevelKind[]
  title: string
  intro: ReactNode
  note?: ReactNode
  empty: ReactNode
  /** Above the list: what belongs to the step beside named people. */
  children?: ReactNode
}

const candidateOf = (person: PanelPerson): Candidate => ({ person_id: person.id, person: attendeePerson(person) })

type Add = (
  registration: Registration,
  candidate: Candidate,
  facts: Facts,
  answer?: PerformAnswer,
) => ReturnType<typeof addDancer>

const kindAnswer = (answer?: PerformAnswer) => (answer === 'dancer' || answer === 'teacher' ? { answered: answer } : {})

const addOne: Record<LevelKind, Add> = {
  dancer: (it, candidate, facts, answer) => addDancer(it, { candidate, ...kindAnswer(answer) }, facts),
  teacher: (it, candidate, facts, answer) => addTeacher(it, { candidate, ...kindAnswer(answer) }, facts),
  observer: (it, candidate, facts) => addObserver(it, { candidate }, facts),
}
const nobody: readonly PanelPerson[] = []

/** Dancers, teachers and observers: whom one has registered, and the roster to add from. */
export function PeopleStep({ name, kind, kinds, title, intro, note, empty, children }: PeopleStepProps) {
  const store = useStore()
  const whose = useWhose()
  const registration = useWizard((state) => state.registration)
  const facts = useWizard((state) => state.facts)
  const price = useWizard((state) => state.price)
  const perform = usePerform()
  const { data: roster, error, refetch } = useRoster()
  const scholarships = useScholarships()
  const ofKinds = useMemo(() => kinds ?? [kind], [kinds, kind])
  const { attendees } = registration
  const { workshop_levels } = facts

  const registered = useMemo(() => {
    const levels = levelsById(workshop_levels)
    return new Map(
      attendeesOf({ attendees }).map((attendee) => [attendee.person_id, kindOf(attendee, levels) ?? 'dancer']),
    )
  }, [attendees, workshop_levels])

  function toggle(person: PanelPerson) {
    if (registered.get(person.id) === kind) {
      void perform((it) => removeAttendee(it, person.id))
      return
    }
    void perform((it, now, answer) => addOne[kind](it, candidateOf(person), now, answer))
  }

  const countNew = useCallback(
    (people: readonly PanelPerson[]) => listNewAttendees(registration, people.map(candidateOf), kind, facts).length,
    [registration, kind, facts],
  )

  function addAll(people: readonly PanelPerson[]) {
    const before = attendeesOf(store.get().registration).length
    void perform((it, now) => accept(addEveryone(it, people.map(candidateOf), kind, now)))
    const addedCount = attendeesOf(store.get().registration).length - before
    toast(
      addedCount === 0 ? 'No one else to add in this step' : `${addedCount} added`,
      addedCount === 0 ? 'stop' : 'done',
    )
  }

  const savedPerson = useMemo(
    () => ({
      savedAttendee: async (person_id: number) => {
        await store.flush()
        return store.get().registration.attendees[person_id]
      },
      exchange: store.exchange,
    }),
    [store],
  )

  return (
    <StepPage
      name={name}
      title={title}
      intro={intro}
      note={note}
      side={
        <RosterPanel
          whose={whose}
          people={roster}
          failure={error && <LoadError error={error} onRetry={() => void refetch()} />}
          registered={registered}
          kind={kind}
          age_year={facts.tour_date.season.age_year}
          dancer_age_threshold={facts.settings.dancer_age_threshold}
          teacher_minimum_age={facts.settings.teacher_minimum_age}
          editPath={paths.step(store.id, 'roster')}
          importing={{ path: paths.rosterImport, back: paths.step(store.id, name) }}
          onToggle={toggle}
          onAll={addAll}
          countNew={countNew}
        />
      }
    >
      <LevelWaiting
        registration={registration}
        facts={facts}
        roster={roster ?? nobody}
        flush={store.flush}
        onChanged={() => void store.reload()}
      >
        <LevelBanners registration={registration} facts={facts} kinds={ofKinds} />
        {children}
        <PeopleList
          label={title}
          kinds={ofKinds}
          registration={registration}
          facts={facts}
          price={price}
          perform={perform}
          savedPerson={savedPerson}
          scholarships={scholarships}
          empty={<Panel flush>{empty}</Panel>}
        />
      </LevelWaiting>
    </StepPage>
  )
}
