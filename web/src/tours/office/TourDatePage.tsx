import { type CityRecord, type CityPart, addOns, cityFlags } from './flag-words.ts'
import { Button } from '@mantine/core'
import { useSession } from '../../shell/session.ts'
import { paths } from '../../shell/paths.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { DayRange } from '../../ui/Day.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { Form } from '../../ui/Form.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Sections } from '../../ui/Sections.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'
import { CityNav } from './CityNav.tsx'
import { CityActions, CityDraft } from './CityDraft.tsx'
import { CityDays } from './CityDays.tsx'
import { CityEmployees } from './CityEmployees.tsx'
import { CityChoices } from './CityChoices.tsx'
import { CityIntensives } from './CityIntensives.tsx'
import { CityNominations } from './CityNominations.tsx'
import { CityPlaces } from './CityPlaces.tsx'
import { CityOffers } from './CityOffers.tsx'
import { FlagPanels } from './FlagPanels.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

/** Everything the office sets on one city. OFF-003 to OFF-015. */
export function TourDatePage() {
  const id = useIdInPath()
  const { data, error, refetch } = useRead('GET /v1/office/tour-dates/{id}', { params: { id } })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton fields={8} />
  return <Editor key={data.id} stored={data} />
}

const pick = (names: readonly (keyof CityRecord)[], city: CityRecord) =>
  Object.fromEntries(names.map((name) => [name, city[name]]))

const flagNames = Object.values(cityFlags).flatMap((flags) => flags.map(([name]) => name))
const saved: readonly (keyof CityRecord)[] = [
  'city',
  ...flagNames,
  'add_ons',
  'nomination_types',
  'exceptions',
  'employee_emails',
  'start_date',
  'end_date',
  'cutoff_start_date',
  'cutoff_end_date',
  'late_start_date',
  'late_end_date',
  'payment_date',
  'send_check_date',
  'time_zone',
  'venue',
  'hotel',
  'total_routine_limit',
  'solo_groups',
  'independent_max_routines',
  'levels',
  'categories',
  'choices',
  'intensives',
]

function Editor({ stored }: { stored: CityRecord }) {
  const user = useSession()
  const readOnly = user?.role !== 'admin'
  const formDraft = useDraft('tours/city', stored.id)
  const [draft, setDraft, base] = useDraftState(formDraft, 'draft', stored)
  const { mutate, isPending, error } = useAct('PUT /v1/office/tour-dates/{id}', {
    refreshes: ['GET /v1/office/tour-dates', 'GET /v1/office/tour-dates/{id}'],
    failure: 'in place',
    onSuccess: (city) => {
      formDraft.clear()
      setDraft(city)
      toast('City saved')
    },
  })
  const changedNames = saved.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(base[name]))
  const count = changedNames.length
  const part = { city: draft, onChange: (next: Partial<CityRecord>) => setDraft({ ...draft, ...next }), readOnly }
  return (
    <div className={styles['stack']}>
      <PageHeader
        title={[stored.city.name, stored.city.state].filter(Boolean).join(', ')}
        above={<Link to={paths.officeAt(`events/${draft.event_id}`)}>{draft.event}</Link>}
        actions={!readOnly && <CityActions city={stored} />}
      >
        <DayRange from={draft.start_date} to={draft.end_date} />
      </PageHeader>
      <CityNav id={draft.id} />
      <CityDraft city={stored} readOnly={readOnly} />
      {readOnly && (
        <p className={styles['notice']} style={{ margin: 0 }}>
          Only administrators can change cities. You can read everything here.
        </p>
      )}
      <Sections label="Sections of this city">
        <Form
          draft={formDraft}
          error={error}
          pending={isPending}
          onSubmit={() =>
            mutate({
              params: { id: draft.id },
              // The cast: fields of the record alone, with the record's own values.
              body: { ...pick(changedNames, draft), base: pick(changedNames, base) } as never,
            })
          }
        >
          <CityDays {...part} />
          <CityPlaces {...part} />
          <Switches {...part} />
          <CityNominations {...part} />
          <CityEmployees {...part} />
          <CityIntensives {...part} />
          <CityChoices {...part} />
          <CityOffers {...part} />
          {!readOnly && (
            <div className={styles['save']}>
              <Button type="submit" loading={isPending} disabled={count === 0}>
                Save city
              </Button>
              <Button variant="default" disabled={count === 0 || isPending} onClick={() => setDraft(stored)}>
                Undo changes
              </Button>
              <output className={styles['second']}>
                {count === 0 ? 'No changes.' : count === 1 ? 'One change' : `${count} changes`}
              </output>
            </div>
          )}
        </Form>
      </Sections>
    </div>
  )
}

const Switches = ({ city, onChange, readOnly }: CityPart) => (
  <>
    <FlagPanels panels={cityFlags} values={city} readOnly={readOnly} onChange={onChange} />
    <Panel title="Add-ons offered">
      <div className={styles['switches']}>
        {addOns.map(([name, label]) => (
          <ToggleField
            key={name}
            label={label}
            value={city.add_ons.includes(name)}
            disabled={readOnly}
            error={undefined}
            onChange={(on) =>
              onChange({ add_ons: on ? [...city.add_ons, name] : city.add_ons.filter((other) => other !== name) })
            }
          />
        ))}
      </div>
    </Panel>
  </>
)
