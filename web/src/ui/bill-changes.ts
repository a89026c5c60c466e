import type { Cents } from '@callboard/domain/kernel/money.ts'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { moneyText } from './Money.tsx'

export type BillLine = {
  key: string
  label: string
  /** In cents; a discount is negative. */
  amount: Cents
  quantity?: number
  /** Why it is this much, opened in place. */
  because?: ReactNode
}

export type BillGroup = { key: string; label: string; lines: readonly BillLine[] }

/** How long what changed glows (UI-008). */
export const glowMilliseconds = 2_000
/** A screen reader hears the bill once typing rests, not at every key. */
const speakAfter = 600

const nothing: ReadonlySet<string> = new Set()

/** Which lines changed just now, and the sentence that says so. The first bill is no change. */
export function useChangedLines(groups: readonly BillGroup[], total: { label: string; amount: Cents }) {
  const amounts = useMemo(() => {
    const lines = groups.flatMap(({ key, lines }) =>
      lines.map((line) => [`${key}/${line.key}`, { label: line.label, amount: line.amount }] as const),
    )
    return new Map([...lines, ['total', total] as const])
  }, [groups, total])
  const before = useRef(amounts)
  const [changedKeys, setChangedKeys] = useState(nothing)
  const [spoken, setSpoken] = useState('')
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])

  useEffect(() => {
    const now = [...amounts].filter(([key, { amount }]) => before.current.get(key)?.amount !== amount)
    const hasRemovedLines = before.current.size > amounts.size
    before.current = amounts
    if (now.length === 0 && !hasRemovedLines) return
    for (const timer of timers.current) clearTimeout(timer)
    setChangedKeys(new Set(now.map(([key]) => key)))
    const lines = now.filter(([key]) => key !== 'total').map(([, { label, amount }]) => `${label} ${moneyText(amount)}`)
    const sentence = [...lines.slice(0, 3), `${total.label} ${moneyText(total.amount)}`].join(', ')
    timers.current = [
      setTimeout(() => setChangedKeys(nothing), glowMilliseconds),
      setTimeout(() => setSpoken(sentence), speakAfter),
    ]
  }, [amounts, total])

  useEffect(() => () => timers.current.forEach(clearTimeout), [])

  return { changedKeys, spoken }
}
