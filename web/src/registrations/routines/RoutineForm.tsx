import { Button } from '@mantine/core'
import type { CastMember, Facts, Registration } from '@callboard/domain/registrations/registration.ts'
import { isWaitedFor } from '@callboard/domain/registrations/places/levels-free.ts'
import { waitWithDancers } from '@callboard/domain/waiting-list/newcomers.ts'
import { divisionsFor, findRoutine, planRoutine } from '@callboard/domain/registrations/routines/plan-routine.ts'
import { waitsWithDancers } from '@callboard/domain/registrations/routines/cast.ts'
import type { RoutineDraft } from '@callboard/domain/registrations/routines/routine-draft.ts'
import { explain, type Refusal } from '@callboard/domain/refusals.ts'
import { routineRefusalTitle, type RoutineRefusal } from '@callboard/domain/registrations/routines/refusals.ts'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FieldRow, Form, Submit } from '../../ui/Form.tsx'
import type { FormError } from '../../ui/form-state.ts'
import { confirm, notice } from '../../ui/dialogs.ts'
import { useSaveShortcut } from '../../ui/shortcuts.ts'
import type { CompetitionWay, RosterName } from './competition.ts'
import { newcomersOf, withCastNewcomers } from './newcomers.ts'
import { Newcomers } from './Newcomers.tsx'
import { DancersPicker } from './DancersPicker.tsx'
import { listDancerCandidates, type DancerCandidate } from './dancer-candidates.ts'
import styles from './RoutineForm.module.css'
import { RoutineOptions } from './RoutineOptions.tsx'
import { RoutinePreview } from './RoutinePreview.tsx'
import { showRefusal, showReplyError, type RefusalMessage } from './show-refusal.ts'
import { applyOptionRules } from './option-rules.ts'
import { useLatest } from './stable-values.ts'

type RoutineFormProps = {
  start: RoutineDraft
  registration: Registration
  facts: Facts
  roster: readonly RosterName[]
  save: (draft: RoutineDraft) => Promise<unknown>
  go: (to: CompetitionWay) => void
  /** Saved; `another`: the person goes on with an empty form. `waits`: on the waiting list. */
  onSaved: (another: boolean, waits: boolean) => void
  onCancel: () => void
  onTouched: (draft: RoutineDraft) => void
}

/** Converts a refusal of a domain rule to the shape of a server reply. */
const refusalMessage = (refusal: Refusal): RefusalMessage => ({
  code: refusal.code,
  message: explain(refusal),
  ...('field' in refusal && { field: refusal.field }),
})

/** One routine: what a person types, what it becomes, and why something is not possible. COMP-019 to COMP-056. */
export function RoutineForm(props: RoutineFormProps) {
  const { start, registration, facts, roster, save, go, onSaved, onCancel, onTouched } = props
  const [draft, setDraft] = useState(start)
  // Apart from the rest, so that typing a name draws nothing but its field.
  const [words, setWords] = useState({ name: start.name, choreographer: start.choreographer })
  const [switchedOff, setSwitchedOff] = useState<string>()
  const [formError, setFormError] = useState<FormError>()
  const [pending, setPending] = useState(false)
  const another = useRef(false)
  const foot = useRef<HTMLDivElement>(null)
  useSaveShortcut(
    draft.id === null ? 'Save and add another' : 'Save changes',
    () => {
      if (pending) return
      another.current = draft.id === null
      foot.current?.closest('form')?.requestSubmit()
    },
    'dialog',
  )
  const waits = draft.id === null && draft.status === 'waiting'
  const people = useMemo(
    () => listDancerCandidates(registration, roster, facts, waits),
    [registration, roster, facts, waits],
  )
  // With those who come in with it: what a routine that waits is planned in.
  const there = useMemo(
    () => (waits ? withCastNewcomers(registration, draft.attendees, roster, facts) : registration),
    [waits, registration, draft.attendees, roster, facts],
  )
  const before = findRoutine(registration, draft)
  const registered = Boolean(before?.date_routine_id) && !facts.by_office
  const bundled = before !== undefined && waitsWithDancers(before)
  const closedWords = registered && !facts.tour_date.settings.edit_routines
  const email = facts.tour_date.event.support_email

  const whole = { ...draft, ...words }
  // A tick is seen at once; what it makes of the routine follows. Its switches answer without delay.
  const later = useDeferredValue(draft)
  const weighed = later.attendees === draft.attendees ? draft : later

  function write(change: Partial<typeof words>) {
    setWords({ ...words, ...change })
    setFormError(undefined)
    onTouched({ ...whole, ...change })
  }

  function change(wish: Partial<RoutineDraft>) {
    const next =
      registered || bundled
        ? { draft: { ...draft, ...wish }, switchedOff: undefined }
        : applyOptionRules(
            { ...draft, ...wish },
            withCastNewcomers(registration, wish.attendees ?? draft.attendees, roster, facts),
            facts,
          )
    setDraft(next.draft)
    setFormError(undefined)
    if (next.switchedOff !== undefined || wish.attendees) setSwitchedOff(next.switchedOff)
    onTouched({ ...next.draft, ...words })
  }

  function toggle(person: DancerCandidate) {
    const { person_id, refusal, is_teacher } = person
    if (draft.attendees.some((one) => one.person_id === person_id)) {
      change({ attendees: draft.attendees.filter((one) => one.person_id !== person_id) })
      return
    }
    if (refusal) {
      void sayWhyNot(person, refusal)
      return
    }
    const teachers = new Set(people.filter((one) => one.is_teacher).map((one) => one.person_id))
    const first = is_teacher && !draft.attendees.some((one) => teachers.has(one.person_id))
    change({ attendees: [...draft.attendees, memberOf(person)] })
    if (!first) return
    void notice({
      title: 'Attention',
      message: 'A routine with a teacher or studio owner in it competes in the Showcase division.',
      action: 'Got it!',
    })
  }

  /** A person whose level is full can join its waiting list together with the routine. A18. */
  async function sayWhyNot(person: DancerCandidate, refusal: RoutineRefusal) {
    if (draft.id === null && person.level_id !== null && isWaitedFor(person.level_id, facts)) {
      const joins = await confirm({
        title: 'No place in the workshop',
        message: `${person.name} is not registered, and their level is sold out. The routine can wait for a place together with them.`,
        yes: 'Wait with the routine',
        no: 'Not now',
        consequence: 'none',
      })
      if (joins) change({ status: 'waiting', attendees: [...draft.attendees, memberOf(person)] })
      return
    }
    await showRefusal(refusalMessage(refusal), go)
  }

  const changeLatest = useLatest(change)
  const toggleLatest = useLatest(toggle)

  async function submit() {
    const goesOn = another.current
    another.current = false
    const plan = waits
      ? waitWithDancers(registration, whole, newcomersOf(whole.attendees, roster), facts)
      : planRoutine(whole, registration, facts)
    if (plan.ok) return send(whole, goesOn)
    const formMessage = refusalMessage(plan.refusal)
    if (await wouldWait(plan.refusal, formMessage.message, draft)) return send({ ...whole, status: 'waiting' }, goesOn)
    if (draft.id !== null || !('waiting_list' in plan.refusal) || !plan.refusal.waiting_list)
      await showRefusal(formMessage, go)
    setFormError({ message: formMessage.message, field: formMessage.field })
  }

  async function send(routineDraft: RoutineDraft, goesOn: boolean) {
    setPending(true)
    try {
      await save(routineDraft)
      onSaved(goesOn, routineDraft.status === 'waiting')
    } catch (error) {
      const formMessage = await showReplyError(error, go)
      setFormError({ message: formMessage.message, field: formMessage.field })
    } finally {
      setPending(false)
    }
  }

  return (
    <Form draft="saved elsewhere" error={formError} pending={pending} onSubmit={() => void submit()}>
      {registered && (
        <p className={styles['note']}>
          {explain({ code: closedWords ? 'routine.edits_closed' : 'routine.locked', email })}
        </p>
      )}
      {/* Enter after the name goes on to the dancers, without whom nothing can be saved. */}
      <div
        role="presentation"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || draft.attendees.length > 0) return
          const finder = foot.current?.closest('form')?.querySelector<HTMLInputElement>('input[type=search]')
          if (!finder || words.name.trim() === '') return
          event.preventDefault()
          finder.focus()
        }}
      >
        <FieldRow>
          <TextField
            label="Routine name"
            name="name"
            value={words.name}
            onChange={(name) => write({ name })}
            error={undefined}
            maxLength={120}
            disabled={closedWords}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to type here, and focus returns from it
            autoFocus
          />
          <TextField
            label="Choreographer"
            name="choreographer"
            value={words.choreographer}
            onChange={(choreographer) => write({ choreographer })}
            error={undefined}
            maxLength={120}
            disabled={closedWords}
            optional
          />
        </FieldRow>
      </div>
      <SelectField
        label="Performance division"
        name="performance_division_id"
        options={divisionsFor(before, facts).map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.performance_division_id}
        onChange={(performance_division_id) => change({ performance_division_id })}
        error={undefined}
        disabled={closedWords}
      />
      <DancersPicker
        people={people}
        chosen={draft.attendees}
        onToggle={toggleLatest}
        locked={
          registered
            ? 'The dancers of a registered routine cannot be changed.'
            : bundled
              ? explain({ code: 'routine.waits_with_dancers' })
              : undefined
        }
        error={formError?.field === 'attendees' ? formError.message : undefined}
      />
      {waits && (
        <Newcomers
          cast={draft.attendees}
          roster={roster}
          facts={facts}
          onChange={(attendees) => change({ attendees })}
        />
      )}
      <RoutinePreview draft={weighed} registration={there} unchanged={waits ? registration : undefined} facts={facts} />
      <RoutineOptions
        draft={weighed}
        onChange={changeLatest}
        registration={there}
        facts={facts}
        locked={registered || bundled}
      />
      <output className={styles['switched']} aria-live="polite">
        {switchedOff}
      </output>
      <div ref={foot} className={styles['foot']}>
        <Submit
          pending={pending}
          beside={
            <>
              {draft.id === null && (
                <Button
                  type="submit"
                  variant="default"
                  disabled={pending}
                  onClick={() => {
                    another.current = true
                  }}
                >
                  Save and add another
                </Button>
              )}
              <Button
                variant="subtle"
                c="var(--quiet)"
                className={styles['cancel'] ?? ''}
                onClick={onCancel}
                disabled={pending}
              >
                Cancel
              </Button>
            </>
          }
        >
          {draft.id !== null ? 'Save changes' : draft.status === 'waiting' ? 'Join the waiting list' : 'Save routine'}
        </Submit>
      </div>
    </Form>
  )
}

/** A dancer as part of a cast; for an unregistered one, the level to register them at. */
const memberOf = ({ person_id, level_id }: DancerCandidate): CastMember =>
  level_id === null ? { person_id } : { person_id, workshop_level_id: level_id }

/** Where the city keeps a waiting list, a routine without a place may wait for one: asked beside the reason. A18. */
async function wouldWait(refusal: Refusal, message: string, { id }: RoutineDraft): Promise<boolean> {
  if (id !== null || !('waiting_list' in refusal) || !refusal.waiting_list) return false
  return confirm({
    title: routineRefusalTitle,
    message,
    yes: 'Join the waiting list',
    no: 'Not now',
    consequence: 'none',
  })
}
