import { pointsText } from '../judging/points.ts'
import { usd, cents } from '../kernel/money.ts'
import { isPickedKind, type AwardDefinition } from './award.ts'
import type { ReleaseBody } from './release.ts'
import { ordinal, pickedPlace } from './ranking.ts'
import { pickedName, type ScriptNames } from './script.ts'

/** An award that is not given by places of entries, with everybody in it; `score` and `place` in words, empty for none. */
type AwardResult = { award: string; rows: readonly { place: string; name: string; score: string }[] }

type Ranked = { place: number | null; name: string; score: string }

const inPlaceOrder = (ranked: readonly Ranked[]) =>
  ranked
    .toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity))
    .map(({ place, ...row }) => ({ ...row, place: place === null ? '' : ordinal(place) }))

function rowsOf(body: ReleaseBody, { id, kind }: AwardDefinition & { id: number }, names: ScriptNames) {
  if (kind === 'audition') {
    const dancers = body.auditions.filter(({ definition_id }) => definition_id === id)
    return inPlaceOrder(
      dancers.map(({ attendee_id, place, total }) => ({
        ...{ place, name: names.attendee(attendee_id) },
        score: total === null ? 'Marks are missing' : pointsText(total),
      })),
    )
  }
  if (kind === 'studio') {
    const studios = body.studio_awards.filter(({ definition_id }) => definition_id === id)
    return inPlaceOrder(
      studios.map(({ studio_id, place, sum, count }) => ({
        ...{ place, name: names.studio(studio_id) },
        score: `${pointsText(Math.round(sum / count))}, the mean of ${count}`,
      })),
    )
  }
  if (!isPickedKind(kind)) return []
  const picks = body.picks.filter(({ award_definition_id }) => award_definition_id === id)
  return picks
    .toSorted((a, b) => a.place - b.place || a.id - b.id)
    .map((pick) => ({
      place: picks.length > 1 ? pickedPlace(pick.place) : '',
      name: pickedName(pick, names),
      score: pick.amount === null ? '' : usd(cents(pick.amount)),
    }))
}

/** The results of auditions, studio awards and picks, in the order of the awards; those without any are left out. */
export const awardResults = (
  body: ReleaseBody,
  definitions: readonly (AwardDefinition & { id: number })[],
  names: ScriptNames,
): AwardResult[] =>
  definitions
    .filter(({ active }) => active)
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
    .map((award) => ({ award: award.name, rows: rowsOf(body, award, names) }))
    .filter(({ rows }) => rows.length > 0)
