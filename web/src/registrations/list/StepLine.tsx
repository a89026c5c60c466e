import type { NextStep } from '@callboard/domain/registrations/next-steps.ts'
import { startOf, type Instant } from '@callboard/domain/kernel/instant.ts'
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx'
import { DateTime, Day, distanceText, LastMinute } from '../../ui/Day.tsx'
import { moneyText } from '../../ui/Money.tsx'

type StepLineProps = { step: NextStep; zone: string; now: Instant }

const tones: Record<NextStep['kind'], StatusTone> = {
  offer: 'standby',
  finish: 'standby',
  closed: 'stop',
  pay: 'standby',
  waivers: 'standby',
  music: 'standby',
  review: 'idle',
  ready: 'done',
  over: 'idle',
}

const many = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

/** One thing a registration needs, with its deadline as people say it. */
export function StepLine({ step, zone, now }: StepLineProps) {
  const tone = step.kind === 'pay' && step.overdue ? 'stop' : tones[step.kind]
  return <StatusBadge state={tone}>{wordsOf(step, zone, now)}</StatusBadge>
}

function wordsOf(step: NextStep, zone: string, now: Instant) {
  switch (step.kind) {
    case 'offer':
      return (
        <>
          A place is free for you. Answer by <DateTime at={step.ends} zone={zone} /> ({distanceText(step.ends, now)})
        </>
      )
    case 'finish':
      if (step.kept_until) {
        return (
          <>
            Not finished. Places from the waiting list are kept until <DateTime at={step.kept_until} zone={zone} /> (
            {distanceText(step.kept_until, now)})
          </>
        )
      }
      if (!step.rate_ends) return 'Not finished yet'
      return (
        <>
          Not finished. This rate holds through <LastMinute at={step.rate_ends} zone={zone} now={now} /> (
          {distanceText(step.rate_ends, now)})
        </>
      )
    case 'closed':
      return 'Registration for this city has closed'
    case 'pay':
      return (
        <>
          {moneyText(step.amount)} {step.overdue ? 'was due' : 'due by'} <Day date={step.by} /> (
          {distanceText(startOf(step.by), startOf(now.slice(0, 10) as typeof step.by))})
        </>
      )
    case 'waivers':
      return `${many(step.left, 'waiver', 'waivers')} to sign`
    case 'music':
      return `${many(step.left, 'routine needs its', 'routines need their')} music`
    case 'review':
      return 'The office is reviewing it'
    case 'ready':
      return 'Ready. Nothing left to do'
    case 'over':
      return 'Over'
  }
}
