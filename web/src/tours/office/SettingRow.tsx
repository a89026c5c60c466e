import { Button, Textarea, TextInput } from '@mantine/core'
import { cents, usd } from '@callboard/domain/kernel/money.ts'
import { checkSetting } from '@callboard/domain/tours/check-setting.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { settingDefinitions, type SettingName } from '@callboard/domain/tours/settings/registry.ts'
import { useId } from 'react'
import { failureSentence } from '../../api/failure.ts'
import type { Reply } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { useLookup } from '../../api/use-lookup.ts'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { RestoredNotice } from '../../ui/RestoredNotice.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import styles from '../../ui/Office.module.css'

export type SettingScope = { season_id?: number; event_id?: number; tour_date_id?: number }
type Kind = (typeof settingDefinitions)[SettingName]['kind']
type Value = number | boolean | string

const scaled: Partial<Record<Kind, number>> = { money: 100, percent: 100 }
const units: Partial<Record<Kind, string>> = { percent: '%', age: 'years', days: 'days' }
const sources = {
  default: 'default',
  product: 'from everywhere',
  season: 'from the season',
  event: 'from the event',
}

/** As a person types it: dollars and percent with their decimals. */
function inputTextOf(kind: Kind, value: unknown): string {
  const scale = scaled[kind]
  if (typeof value !== 'number') return String(value)
  return scale ? (value / scale).toFixed(2).replace(/\.00$/, '') : String(value)
}

/** The season as '2024–2025', for a setting whose value is one. */
function useSeasonOptions(kind: Kind) {
  const seasons = useLookup('GET /v1/office/seasons', {}, { enabled: kind === 'season' })
  return seasons?.rows.map(({ id, start_year, end_year }) => ({ value: id, label: `${start_year}–${end_year}` }))
}

/** Parses the input; NaN marks an invalid value. */
function valueOf(kind: Kind, input: string): Value {
  if (kind === 'text') return input
  const number = input.trim() === '' ? NaN : Number(input.replaceAll(',', ''))
  return Math.round(number * (scaled[kind] ?? 1))
}

function shownValue(kind: Kind, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (kind === 'money' && typeof value === 'number') return usd(cents(value))
  const text = inputTextOf(kind, value)
  return `${text.length > 60 ? `${text.slice(0, 60)}…` : text}${units[kind] ? ` ${units[kind]}` : ''}`
}

type SettingRowProps = {
  name: SettingName
  place: SettingScope
  settings: Reply<'GET /v1/office/settings'>
  readOnly: boolean
}

/** One setting: what it means, what holds here and why, and the way to set it or to inherit again. */
export function SettingRow({ name, place, settings, readOnly }: SettingRowProps) {
  const { label, help, ...definition } = settingDefinitions[name]
  const kind: Kind = definition.kind
  const inherited = settings.inherited[name]
  const isSet = Object.hasOwn(settings.set, name)
  const value = isSet ? settings.set[name] : inherited?.value
  const scopeIds = [place.season_id ?? 0, place.event_id ?? 0, place.tour_date_id ?? 0]
  const formDraft = useDraft('tours/setting', name, ...scopeIds)
  const [inputText, setInputText] = useDraftState(formDraft, 'inputText', inputTextOf(kind, value))
  const { mutate, isPending, error } = useAct('PUT /v1/office/settings', {
    refreshes: ['GET /v1/office/settings'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast(`Saved: ${label}`)
    },
  })
  const title = useId()
  const seasons = useSeasonOptions(kind)
  const shownText = (of: unknown) =>
    kind === 'season'
      ? seasons
        ? (seasons.find((season) => season.value === of)?.label ?? 'a season that is gone')
        : '…'
      : shownValue(kind, of)
  const save = (next: Value | null) => mutate({ body: { ...place, name, value: next } })
  const parsedValue = valueOf(kind, inputText)
  const isChanged = inputText !== inputTextOf(kind, value)
  const settingCheck = checkSetting(name, settings.scope, parsedValue)
  const wrong = isChanged && !settingCheck.ok ? explain(settingCheck.refusal) : failureSentence(error)

  return (
    <section className={styles['setting']} aria-labelledby={title}>
      <div>
        <h3 id={title}>{label}</h3>
        {help && <span className={styles['second']}>{help}</span>}
        <span className={styles['second']}>
          {isSet ? (
            <>
              <StatusBadge state="done">Set here</StatusBadge> Otherwise {shownText(inherited?.value)}
              {inherited && `, ${sources[inherited.from]}`}.
            </>
          ) : (
            inherited && `Now ${shownText(inherited.value)}, ${sources[inherited.from]}.`
          )}
        </span>
      </div>
      <form
        className={styles['tight']}
        onSubmit={(event) => {
          event.preventDefault()
          if (settingCheck.ok) save(parsedValue)
        }}
      >
        <RestoredNotice draft={formDraft} />
        <Control
          kind={kind}
          label={label}
          value={value}
          text={inputText}
          readOnly={readOnly || isPending}
          wrong={wrong}
          onType={setInputText}
          seasons={seasons ?? []}
          onSave={save}
        />
        {!readOnly && (
          <span className={styles['pair']}>
            {kind !== 'switch' && kind !== 'season' && isChanged && (
              <Button type="submit" size="sm" loading={isPending} disabled={!settingCheck.ok}>
                Set here
              </Button>
            )}
            {isSet && (
              <Button variant="default" size="sm" disabled={isPending} onClick={() => save(null)}>
                Use inherited
              </Button>
            )}
          </span>
        )}
      </form>
    </section>
  )
}

type ControlProps = {
  kind: Kind
  label: string
  value: unknown
  text: string
  readOnly: boolean
  wrong: string | undefined
  onType: (text: string) => void
  seasons: readonly { value: number; label: string }[]
  onSave: (value: boolean | number) => void
}

function Control({ kind, label, value, text, readOnly, wrong, onType, seasons, onSave }: ControlProps) {
  const same = { 'aria-label': label, disabled: readOnly, error: wrong }
  if (kind === 'switch') {
    return (
      <Switch
        {...same}
        checked={value === true}
        label={value === true ? 'On' : 'Off'}
        onChange={(event) => onSave(event.currentTarget.checked)}
      />
    )
  }
  if (kind === 'season') {
    return (
      <NativeSelect
        {...same}
        value={String(value)}
        data={seasons.map(({ value: id, label: years }) => ({ value: String(id), label: years }))}
        onChange={(event) => onSave(Number(event.currentTarget.value))}
      />
    )
  }
  if (kind === 'text' && text.length > 40) {
    return (
      <Textarea
        {...same}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...same}
      value={text}
      inputMode={kind === 'text' ? 'text' : 'decimal'}
      leftSection={kind === 'money' ? '$' : undefined}
      rightSection={units[kind] ? <span className={styles['second']}>{units[kind]}</span> : undefined}
      rightSectionWidth={56}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
