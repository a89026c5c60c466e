import { emailError } from '@callboard/domain/roster/contact.ts'
import { freeTeacherRuleOf } from '@callboard/domain/tours/nationals-rules.ts'
import { eventAddressError } from '@callboard/domain/tours/brand-look.ts'
import { Button } from '@mantine/core'
import { paths } from '../../shell/paths.ts'
import { useSession } from '../../shell/session.ts'
import type { Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { FieldRow, Form } from '../../ui/Form.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Sections } from '../../ui/Sections.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'
import { eventFlags, type EventFlag } from './flag-words.ts'
import { EventActions, EventDraft } from './EventDraft.tsx'
import { EventLogo } from './EventLogo.tsx'
import { EventLook } from './EventLook.tsx'
import { FlagPanels } from './FlagPanels.tsx'
import { Prices } from './Prices.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

type EventRecord = Reply<'GET /v1/office/events'>['rows'][number]

const teacherRules = [
  { value: 'tier_regional', label: 'By the regional steps' },
  { value: 'tier_nationals', label: 'By the nationals steps' },
  { value: 'per_ten', label: 'One for every ten dancers' },
] as const
const phones = [
  { value: 'notice', label: 'Show a notice to use a larger screen' },
  { value: 'full', label: 'Allow registration on a phone' },
] as const

/** The longest text of each name. */
const mostLetters = {
  name: 80,
  subdomain: 40,
  vip_name: 60,
  vip_name_plural: 60,
  vip_route: 40,
  support_email: 254,
} as const

function nameError(name: keyof typeof mostLetters, text: string): string | undefined {
  if (name === 'subdomain' || name === 'vip_route') return eventAddressError(text)
  if (text.trim() === '') return 'Required'
  return (name === 'support_email' && emailError(text, true)) || undefined
}

/** Basis points of a typed percent; undefined: it is none. */
const percentOf = (text: string): number | undefined =>
  /^\d{1,3}(\.\d{1,2})?$/.test(text.trim()) && Number(text) <= 100 ? Math.round(Number(text) * 100) : undefined

/** One event: its names, its flags, its rules and its prices. OFF-001, OFF-016, OFF-036, OFF-044. */
export function EventPage() {
  const id = useIdInPath()
  const { data, error, refetch } = useRead('GET /v1/office/events', {})
  const event = data?.rows.find((one) => one.id === id)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton fields={8} />
  if (!event) {
    return (
      <Empty
        title="Event not found"
        level={1}
        action={
          <Button component={Link} to={paths.officeAt('events')}>
            See all events
          </Button>
        }
      >
        The link may be out of date.
      </Empty>
    )
  }
  return <Editor key={event.id} stored={event} />
}

function Editor({ stored }: { stored: EventRecord }) {
  const user = useSession()
  const readOnly = user?.role !== 'admin'
  const formDraft = useDraft('tours/event', stored.id)
  const [draft, setDraft, base] = useDraftState(formDraft, 'draft', stored)
  const [percentText, setPercentText] = useDraftState(
    formDraft,
    'percentText',
    String(stored.attended_multiplier / 100),
  )
  const { mutate, isPending, error } = useAct('PUT /v1/office/events/{id}', {
    refreshes: ['GET /v1/office/events', 'GET /v1/office/settings'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Event saved')
    },
  })
  const { id, published: _, ...fields } = draft
  const names = (Object.keys(fields) as (keyof typeof fields)[]).filter((name) => draft[name] !== base[name])
  const change = {
    ...Object.fromEntries(names.map((name) => [name, draft[name]])),
    // As shown, also where it is the stored one: alone, the kind of event would change it.
    ...(draft.is_nationals !== base.is_nationals && { free_teacher_rule: draft.free_teacher_rule }),
    base: Object.fromEntries(names.map((name) => [name, base[name]])),
  }
  const set = (next: Partial<EventRecord>) => setDraft({ ...draft, ...next })
  const setFlags = ({ is_nationals, ...flags }: Partial<Record<EventFlag, boolean>>) =>
    set({
      ...flags,
      ...(is_nationals !== undefined && {
        is_nationals,
        free_teacher_rule: freeTeacherRuleOf(is_nationals, draft.free_teacher_rule),
      }),
    })
  const text = (name: keyof typeof mostLetters, label: string) => (
    <TextField
      name={name}
      label={label}
      value={draft[name]}
      disabled={readOnly}
      maxLength={mostLetters[name]}
      error={nameError(name, draft[name])}
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={stored.name}
        above={<Link to={paths.officeAt('events')}>Events</Link>}
        actions={!readOnly && <EventActions event={stored} />}
      >
        {stored.subdomain}
      </PageHeader>
      <EventDraft event={stored} readOnly={readOnly} />
      {readOnly && (
        <p className={styles['notice']} style={{ margin: 0 }}>
          Only administrators can change events. You can read everything here.
        </p>
      )}
      <Sections label="Sections of this event">
        <Form
          draft={formDraft}
          error={error}
          pending={isPending}
          onSubmit={() => mutate({ params: { id }, body: change })}
        >
          <Panel title="Names">
            <div className={styles['stack']}>
              <FieldRow>
                {text('name', 'Name')}
                {text('subdomain', 'Web address')}
                {text('support_email', 'Email for questions')}
              </FieldRow>
              <FieldRow>
                {text('vip_name', 'Name for a Best Dancer')}
                {text('vip_name_plural', 'Plural name')}
                {text('vip_route', 'Best Dancers’ web address')}
              </FieldRow>
              <LongTextField
                label="After completing"
                name="success_text"
                help="Shown on the last screen of a registration."
                value={draft.success_text ?? ''}
                disabled={readOnly}
                error={undefined}
                optional
                lines={3}
                onChange={(value) => set({ success_text: value === '' ? null : value })}
              />
            </div>
          </Panel>
          <EventLook event={draft} stored_color={stored.color} readOnly={readOnly} onChange={set} />
          <FlagPanels panels={eventFlags} values={draft} readOnly={readOnly} onChange={setFlags} />
          <Panel title="Rules">
            <FieldRow>
              <SelectField
                label="Free teachers"
                value={draft.free_teacher_rule}
                options={teacherRules}
                disabled={readOnly}
                error={undefined}
                onChange={(value) => value && set({ free_teacher_rule: value })}
              />
              <TextField
                label="Price for returning attendees"
                name="attended_multiplier"
                help="Percent of the workshop fee."
                value={percentText}
                inputMode="decimal"
                maxLength={6}
                disabled={readOnly}
                error={percentOf(percentText) === undefined ? 'Enter a percent from 0 to 100.' : undefined}
                onChange={(input) => {
                  setPercentText(input)
                  // The last valid percent stays; the error keeps the form from being saved.
                  set({ attended_multiplier: percentOf(input) ?? draft.attended_multiplier })
                }}
              />
              <SelectField
                label="On a phone"
                value={draft.mobile_registration}
                options={phones}
                disabled={readOnly}
                error={undefined}
                onChange={(value) => value && set({ mobile_registration: value })}
              />
            </FieldRow>
          </Panel>
          {!readOnly && (
            <div className={styles['save']}>
              <Button
                type="submit"
                loading={isPending}
                disabled={names.length === 0 && percentOf(percentText) !== undefined}
              >
                Save event
              </Button>
              <output className={styles['second']}>
                {names.length === 0 ? 'No changes.' : `${names.length} changed`}
              </output>
            </div>
          )}
        </Form>
        <EventLogo event={stored} readOnly={readOnly} />
        <Prices event_id={id} readOnly={readOnly} />
      </Sections>
    </div>
  )
}
