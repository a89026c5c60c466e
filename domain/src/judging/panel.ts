import { accept, refuse, type Result } from '../kernel/result.ts'
import type { JudgingRefusal } from './refusals.ts'

export const disciplines = ['ballet', 'jazz', 'solo'] as const
/** The discipline that an audition panel judges. PROG-022. */
export type Discipline = (typeof disciplines)[number]

export const panelKinds = ['competition', ...disciplines] as const
export type PanelKind = (typeof panelKinds)[number]

export const disciplineLabels: Readonly<Record<Discipline, string>> = { ballet: 'Ballet', jazz: 'Jazz', solo: 'Solo' }

export const panelKindLabels: Readonly<Record<PanelKind, string>> = {
  competition: 'Competition',
  ballet: 'Audition: ballet',
  jazz: 'Audition: jazz',
  solo: 'Audition: solo',
}

export const droppings = ['none', 'lowest', 'ends'] as const
/** Which marks a panel with more judges than counted marks leaves out. */
export type Dropping = (typeof droppings)[number]

export const droppingLabels: Readonly<Record<Dropping, string>> = {
  none: 'No mark',
  lowest: 'The lowest marks',
  ends: 'Lowest and highest in turn',
}

/** How a panel makes its total, as a sentence. `judges`: its seats that are not in training. */
export function countingSentence({ counted, dropping }: Pick<Panel, 'counted' | 'dropping'>, judges: number): string {
  const marks = counted === 1 ? '1 mark counts' : `${counted} marks count`
  if (judges <= counted || dropping === 'none') return `${marks} for each entry.`
  const excess = judges - counted
  const dropped =
    dropping === 'ends' && excess > 1
      ? 'the lowest and the highest are dropped in turn'
      : excess === 1
        ? 'the lowest is dropped'
        : `the ${excess} lowest are dropped`
  return `${counted} of ${judges} marks count: ${dropped}.`
}

export type Panel = {
  id: number
  /** How many marks make a total. */
  counted: number
  dropping: Dropping
}

/** A panel as tabulation reads it. */
export type TabulatedPanel = Panel & {
  /** The seats that count. Absent from inputs stored before these were read, and of a block without a panel. */
  seats?: readonly { id: number; position: number }[]
}

/** A judge's chair. Training (`shadow`) seats never count. */
export type SeatDraft = { position: number; judge_id: number | null; shadow: boolean }

/** Checks that a panel's seats can make a total. */
export function checkPanel(
  { counted, dropping }: Pick<Panel, 'counted' | 'dropping'>,
  seats: readonly SeatDraft[],
): Result<true, JudgingRefusal> {
  const repeated = seats.find(({ position }, place) => seats.findIndex((seat) => seat.position === position) !== place)
  if (repeated) return refuse({ code: 'panel.position_twice', position: repeated.position })
  const second = seats.findIndex(
    ({ judge_id }, place) => judge_id !== null && seats.findIndex((seat) => seat.judge_id === judge_id) !== place,
  )
  if (second !== -1) return refuse({ code: 'panel.judge_twice', field: `seats.${second}.judge_id` })
  const counting = seats.filter(({ shadow }) => !shadow).length
  if (counting < counted) return refuse({ code: 'panel.too_few_seats', field: 'seats', counted })
  if (dropping === 'none' && counting > counted)
    return refuse({ code: 'panel.too_many_seats', field: 'seats', counted })
  return accept(true)
}
