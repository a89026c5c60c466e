import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useLocation } from 'wouter'
import type { CallInput } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { LoadError, ReadErrors } from '../../shell/ErrorPage.tsx'
import { paths } from '../../shell/paths.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { FieldRow, Form } from '../../ui/Form.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FormSkeleton, RowsSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { Season } from './SeasonDialog.tsx'
import { PlannedCities, PlannedPrices } from './SeasonPreview.tsx'

type Plan = CallInput<'POST /v1/office/seasons/{id}/copy'>['body']
type YearName = 'start_year' | 'end_year' | 'age_year'

const roundings = [
  { value: 1, label: 'The cent' },
  { value: 100, label: 'The dollar' },
  { value: 500, label: 'Five dollars' },
] as const
const ruleKinds = [
  { value: 'percent', label: 'By percent' },
  { value: 'amount', label: 'By an amount' },
] as const
const years: readonly (readonly [YearName, string])[] = [
  ['start_year', 'First year'],
  ['end_year', 'Last year'],
  ['age_year', 'Ages on January 1 of'],
]

/** Makes a season from another: days, prices and cities are seen before anything is written. OFF-002. */
export function SeasonCopyPage() {
  const { data, error, refetch } = useRead('GET /v1/office/seasons', {})
  const seasons = (data?.rows ?? []).toSorted((a, b) => b.start_year - a.start_year)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  const [newest] = seasons
  if (!newest) return <FormSkeleton fields={6} />
  return <SeasonCopyForm seasons={seasons} newest={seasons.find(({ current }) => current) ?? newest} />
}

/** A number as typed, with an optional sign and so many decimals; undefined: it is none. */
function numberOf(text: string): number | undefined {
  const plain = text.trim().replace('−', '-')
  return /^-?\d{1,6}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}

function SeasonCopyForm({ seasons, newest }: { seasons: readonly Season[]; newest: Season }) {
  const formDraft = useDraft('tours/season-copy')
  const [from_id, setFrom] = useDraftState(formDraft, 'from_id', newest.id)
  const source = seasons.find(({ id }) => id === from_id) ?? newest
  const [yearTexts, setYearTexts] = useDraftState<Partial<Record<YearName, string>>>(formDraft, 'yearTexts', {})
  const [weeks, setWeeks] = useDraftState(formDraft, 'weeks', '52')
  const [kind, setKind] = useDraftState<'percent' | 'amount'>(formDraft, 'kind', 'percent')
  const [change, setChange] = useDraftState(formDraft, 'change', '0')
  const [round_to, setRounding] = useDraftState<1 | 100 | 500>(formDraft, 'round_to', 100)
  const [with_venues, setWithVenues] = useDraftState(formDraft, 'with_venues', true)
  const [startDates, setStartDates] = useDraftState<Record<string, string>>(formDraft, 'startDates', {})
  const [choices, setChoices] = useDraftState<Record<string, boolean>>(formDraft, 'choices', {})

  const yearText = (name: YearName) => yearTexts[name] ?? String(source[name] + 1)
  const season = { start_year: 0, end_year: 0, age_year: 0 }
  for (const [name] of years) season[name] = Number(yearText(name))
  const shift_weeks = Number(weeks)
  const value = numberOf(change)
  const areYearsRight = years.every(([name]) => season[name] >= 2000 && season[name] <= 2100)
  const areWeeksRight = shift_weeks >= 1 && shift_weeks <= 260
  const plan: Plan = {
    season,
    shift_weeks,
    price_rule: { kind, value: Math.round((value ?? 0) * 100), round_to },
    with_venues,
  }
  const isComplete = areYearsRight && areWeeksRight && value !== undefined

  // Without choices first: the server says which cities it proposes.
  const proposal = useRead(
    'POST /v1/office/seasons/{id}/copy-preview',
    useDebouncedValue({ params: { id: source.id }, body: plan }, 300)[0],
    { enabled: isComplete, keepsPage: true },
  )
  const cities = (proposal.data?.cities ?? [])
    .filter(({ tour_date_id, is_copied }) => choices[tour_date_id] ?? is_copied)
    .map(({ tour_date_id }) => {
      const text = startDates[tour_date_id]
      return { tour_date_id, start_date: text ? calendarDate(text) : null }
    })
  const chosenPlan = { ...plan, cities }
  const hasProposal = proposal.data !== undefined
  // Before the proposal is there no city is chosen, and that is nothing to ask for.
  const [restedChoice] = useDebouncedValue({ params: { id: source.id }, body: chosenPlan, hasProposal }, 300)
  const preview = useRead(
    'POST /v1/office/seasons/{id}/copy-preview',
    { params: restedChoice.params, body: restedChoice.body },
    { enabled: isComplete && hasProposal && restedChoice.hasProposal, keepsPage: true },
  )
  const [, navigate] = useLocation()
  const { mutate, isPending, error } = useAct('POST /v1/office/seasons/{id}/copy', {
    refreshes: [
      'GET /v1/office/seasons',
      'GET /v1/office/season-copies',
      'GET /v1/office/tour-dates',
      'POST /v1/office/seasons/{id}/copy-preview',
    ],
    failure: 'in place',
    onSuccess: ({ cities: count }) => {
      formDraft.clear()
      toast(count === 1 ? 'One draft created' : `${count} drafts created`)
      navigate(paths.officeAt('events'))
    },
  })
  // The proposal shows until the preview of one's own choices is there; ticks follow these at once.
  const shownPreview = preview.data ?? proposal.data
  const chosenIds = new Set(cities.map(({ tour_date_id }) => tour_date_id))
  const refusal = [preview.error, proposal.error].find((failure) => failure?.bad_request)
  const failedReads = [proposal, preview].filter((read) => !read.error?.bad_request)
  const isWrong = preview.data?.cities.some(({ is_copied, wrong }) => is_copied && wrong !== null) ?? false
  return (
    <div className={`${styles['stack']} ${styles['wideForm']}`}>
      <PageHeader title="Copy a season" above={<Link to={paths.officeAt('events')}>Events</Link>}>
        Cities become drafts with their days moved and their prices raised. Nothing is saved until you press Create.
      </PageHeader>
      <Form
        draft={formDraft}
        error={error ?? refusal}
        pending={isPending}
        onSubmit={() => mutate({ params: { id: source.id }, body: chosenPlan })}
      >
        <Panel title="Season">
          <div className={styles['stack']}>
            <FieldRow>
              <SelectField
                label="From season"
                value={from_id}
                options={seasons.map(({ id, start_year, end_year }) => ({
                  value: id,
                  label: `${start_year}–${end_year}`,
                }))}
                error={undefined}
                onChange={(id) => {
                  if (id === null) return
                  setFrom(id)
                  setYearTexts({})
                  setStartDates({})
                  setChoices({})
                }}
              />
              {years.map(([name, label]) => (
                <TextField
                  key={name}
                  name={`season.${name}`}
                  label={label}
                  inputMode="numeric"
                  maxLength={4}
                  value={yearText(name)}
                  error={season[name] >= 2000 && season[name] <= 2100 ? undefined : 'Enter a year.'}
                  onChange={(text) => setYearTexts({ ...yearTexts, [name]: text.replace(/\D/g, '') })}
                />
              ))}
            </FieldRow>
            <FieldRow>
              <TextField
                label="Weeks later"
                name="shift_weeks"
                help={areWeeksRight ? `${shift_weeks * 7} days: weekdays stay.` : undefined}
                inputMode="numeric"
                maxLength={3}
                value={weeks}
                error={areWeeksRight ? undefined : 'Enter 1 to 260 weeks.'}
                onChange={(text) => setWeeks(text.replace(/\D/g, ''))}
              />
              <ToggleField
                label="The same venues and hotels"
                help="Hotel rates and reservations links are left out."
                value={with_venues}
                error={undefined}
                onChange={setWithVenues}
              />
            </FieldRow>
          </div>
        </Panel>
        <Panel title="Prices">
          <FieldRow>
            <SelectField
              label="Raise"
              value={kind}
              options={ruleKinds}
              error={undefined}
              onChange={(next) => next && setKind(next)}
            />
            <TextField
              label={kind === 'percent' ? 'Percent' : 'Dollars'}
              name="price_rule.value"
              help="0 keeps prices; a minus lowers them."
              inputMode="decimal"
              maxLength={9}
              value={change}
              error={value === undefined ? 'Enter a number, such as 4 or 2.50.' : undefined}
              onChange={setChange}
            />
            <SelectField
              label="Round to"
              value={round_to}
              options={roundings}
              error={undefined}
              onChange={(next) => next && setRounding(next)}
            />
          </FieldRow>
        </Panel>
        <ReadErrors reads={failedReads} />
        {!shownPreview && isComplete && !preview.error && !proposal.error && <RowsSkeleton rows={6} columns={4} />}
        {shownPreview && (
          <>
            <PlannedCities
              cities={shownPreview.cities.map((city) => ({
                ...city,
                is_copied: chosenIds.has(city.tour_date_id),
              }))}
              startDates={startDates}
              onStart={(id, text) => setStartDates({ ...startDates, [id]: text })}
              onChoose={(ids, isChosen) =>
                setChoices({ ...choices, ...Object.fromEntries(ids.map((id) => [id, isChosen])) })
              }
            />
            <PlannedPrices prices={shownPreview.prices} fees={shownPreview.fees} />
          </>
        )}
        <div className={styles['save']}>
          <Button type="submit" loading={isPending} disabled={!preview.data || cities.length === 0 || isWrong}>
            Create season
          </Button>
          <output className={styles['second']}>
            {!shownPreview
              ? isComplete && !preview.error && !proposal.error && 'Loading the cities…'
              : isWrong
                ? 'Correct the days of the cities marked above, or leave these out.'
                : cities.length === 1
                  ? 'One city becomes a draft.'
                  : `${cities.length} cities become drafts.`}
          </output>
        </div>
      </Form>
    </div>
  )
}
