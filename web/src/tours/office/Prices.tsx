import { Button, TextInput } from '@mantine/core'
import { cents, type Cents } from '@callboard/domain/kernel/money.ts'
import { useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { ReadErrors } from '../../shell/ErrorPage.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { RestoredNotice } from '../../ui/RestoredNotice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'
import { useConflictNews, useDraft, useDraftState } from '../../ui/use-draft.ts'
import styles from '../../ui/Office.module.css'

type PriceList = Reply<'GET /v1/office/events/{id}/prices'>
type Tier = PriceList['levels'][number]['tier']
type Kind = PriceList['levels'][number]['kind']

const tiers: readonly [Tier, string][] = [
  ['discount', 'early'],
  ['full', 'regular'],
  ['late', 'late'],
]
const kinds: readonly [Kind, string][] = [
  ['full', 'Whole event'],
  ['one_day', 'One day'],
  ['virtual', 'Virtual'],
]

type PricesProps = { event_id: number; readOnly: boolean }

/** Prices of levels and categories of the event in a season. OFF-010, OFF-011. */
export function Prices({ event_id, readOnly }: PricesProps) {
  const seasons = useRead('GET /v1/office/seasons', {})
  const [selectedSeasonId, setSelectedSeasonId] = useState<number | null>(null)
  const season_id = selectedSeasonId ?? seasons.data?.rows.find(({ current }) => current)?.id ?? null
  const prices = useRead(
    'GET /v1/office/events/{id}/prices',
    { params: { id: event_id }, query: { season_id: season_id ?? 0 } },
    { enabled: season_id !== null },
  )
  return (
    <Panel
      title="Prices"
      flush
      actions={
        <SelectField
          label="Season"
          value={season_id}
          options={(seasons.data?.rows ?? []).map(({ id, start_year, end_year }) => ({
            value: id,
            label: `${start_year}–${end_year}`,
          }))}
          error={undefined}
          onChange={setSelectedSeasonId}
        />
      }
    >
      <div className={styles['inset']}>
        <ReadErrors reads={[seasons, prices]} />
      </div>
      {prices.data && season_id !== null && (
        <PriceTables
          key={season_id}
          stored={prices.data}
          event_id={event_id}
          season_id={season_id}
          readOnly={readOnly}
        />
      )}
      {!prices.data && !prices.error && !seasons.error && <RowsSkeleton rows={8} columns={5} />}
    </Panel>
  )
}

const dollars = (price: Cents) => (price / 100).toFixed(2)

/** The prices as a person types them, by cell: 'level/1/full/one_day', 'category/2'. */
function textsOf({ levels, categories }: PriceList): Readonly<Record<string, string>> {
  const cells = [
    ...levels.map(({ level_id, tier, kind, price }) => [`level/${level_id}/${tier}/${kind}`, price] as const),
    ...categories.map(({ category_id, fee_per_dancer }) => [`category/${category_id}`, fee_per_dancer] as const),
  ]
  return Object.fromEntries(cells.flatMap(([key, price]) => (price === null ? [] : [[key, dollars(price)]])))
}

type TablesProps = PricesProps & { stored: PriceList; season_id: number }

const nameOf = (row: Record<string, unknown>, name: string) => {
  const text = row[name]
  return typeof text === 'string' ? text : ''
}

function PriceTables({ stored, event_id, season_id, readOnly }: TablesProps) {
  const formDraft = useDraft('prices', event_id, season_id)
  const [priceTexts, setPriceTexts, baseTexts] = useDraftState(formDraft, 'prices', textsOf(stored))
  const levels = useRead('GET /v1/office/static/{table}', {
    params: { table: 'workshop_levels' },
    query: { event_id },
  })
  const categories = useRead('GET /v1/office/static/{table}', { params: { table: 'routine_categories' } })
  const { mutate, isPending, error } = useAct('PUT /v1/office/events/{id}/prices', {
    refreshes: ['GET /v1/office/events/{id}/prices'],
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      toast('Prices saved')
    },
  })
  useConflictNews(formDraft, error)
  /** By cell: the prices that somebody else stored meanwhile. */
  const theirs =
    error?.code === 'edit_conflict' ? (error.facts['current'] as Readonly<Record<string, Cents | null>>) : {}
  const [showsVirtual, setShowsVirtual] = useState(false)
  const usesVirtual =
    showsVirtual ||
    stored.levels.some(({ kind, price }) => kind === 'virtual' && price !== null) ||
    Object.keys(priceTexts).some((key) => key.endsWith('/virtual'))
  const visibleKinds = kinds.filter(([kind]) => kind !== 'virtual' || usesVirtual)
  const changedKeys = Object.keys(priceTexts).filter((key) => priceTexts[key] !== (baseTexts[key] ?? ''))
  const wrong = changedKeys.some((key) => priceOf(priceTexts[key] ?? '') === undefined)

  const save = () =>
    mutate({
      params: { id: event_id },
      body: {
        season_id,
        levels: changedKeys
          .filter((key) => key.startsWith('level/'))
          .map((key) => {
            const [, level_id, tier, kind] = key.split('/')
            // The casts: the keys were written from these lists.
            return {
              level_id: Number(level_id),
              tier: tier as Tier,
              kind: kind as Kind,
              price: priceOf(priceTexts[key] ?? '') ?? null,
              base: { price: basePrice(baseTexts[key]) },
            }
          }),
        categories: changedKeys
          .filter((key) => key.startsWith('category/'))
          .map((key) => ({
            category_id: Number(key.split('/')[1]),
            fee_per_dancer: priceOf(priceTexts[key] ?? '') ?? null,
            base: { fee_per_dancer: basePrice(baseTexts[key]) },
          })),
      },
    })

  const errorOf = (key: string) => {
    const their_price = theirs[key]
    if (their_price !== undefined) return their_price === null ? 'Now not offered' : `Now $${dollars(their_price)}`
    return priceOf(priceTexts[key] ?? '') === undefined
  }
  const field = (key: string, label: string) => (
    <TextInput
      aria-label={label}
      placeholder="–"
      inputMode="decimal"
      value={priceTexts[key] ?? ''}
      disabled={readOnly}
      error={errorOf(key)}
      onChange={(event) => setPriceTexts({ ...priceTexts, [key]: event.currentTarget.value })}
    />
  )
  return (
    <div style={{ padding: 16 }} className={styles['stack']}>
      <RestoredNotice draft={formDraft} />
      <ReadErrors reads={[levels, categories]} />
      <ScrollBox label="Prices of levels">
        <table className={styles['prices']}>
          <thead>
            <tr>
              <th scope="col">Level</th>
              {visibleKinds.flatMap(([kind, kindName]) =>
                tiers.map(([tier, tierName]) => (
                  <th key={`${kind}/${tier}`} scope="col">
                    {kindName}, {tierName}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {(levels.data?.rows ?? []).map((level) => {
              const id = Number(level['id'])
              const name = nameOf(level, 'level')
              return (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  {visibleKinds.flatMap(([kind, kindName]) =>
                    tiers.map(([tier, tierName]) => (
                      <td key={`${kind}/${tier}`}>
                        {field(`level/${id}/${tier}/${kind}`, `${name}, ${kindName.toLowerCase()}, ${tierName} rate`)}
                      </td>
                    )),
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollBox>
      {!usesVirtual && !readOnly && (
        <div>
          <Button size="sm" variant="default" onClick={() => setShowsVirtual(true)}>
            Add virtual prices
          </Button>
        </div>
      )}
      <ScrollBox label="Fees of categories">
        <table className={styles['prices']} style={{ width: 'auto' }}>
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col">Per dancer</th>
            </tr>
          </thead>
          <tbody>
            {(categories.data?.rows ?? []).map((category) => {
              const id = Number(category['category_id'])
              const name = nameOf(category, 'name')
              return (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td>{field(`category/${id}`, `${name}, per dancer`)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollBox>
      {!readOnly && (
        <div className={styles['pair']}>
          <Button disabled={changedKeys.length === 0 || wrong} loading={isPending} onClick={save}>
            Save prices
          </Button>
          <output className={styles['second']}>
            {(wrong && 'One price is not a valid amount.') ||
              error?.message ||
              'Without a price an item is not offered. Completed registrations keep their prices.'}
          </output>
        </div>
      )}
    </div>
  )
}

/** The price that a text was typed over; one that somebody else stored meanwhile is an amount. */
const basePrice = (base: unknown) => (typeof base === 'string' ? (priceOf(base) ?? null) : (base ?? null))

/** Dollars as typed; empty: not offered (null); undefined: no amount. */
function priceOf(input: string): Cents | null | undefined {
  const text = input.trim().replaceAll(',', '')
  if (text === '') return null
  return /^\d{1,7}(\.\d{0,2})?$/.test(text) ? cents(Math.round(Number(text) * 100)) : undefined
}
