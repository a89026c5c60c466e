import { newAttendee } from '@callboard/domain/registrations/attendees/candidate.ts'
import {
  sampleCandidate,
  sampleRegistration,
  sampleRoutine,
} from '@callboard/domain/registrations/attendees/sample-city.ts'
import { quote } from '@callboard/domain/registrations/pricing/quote.ts'
import { competitionFacts } from '@callboard/domain/registrations/routines/sample-competition.ts'

const facts = competitionFacts()

/** A hundred dancers and sixty routines of one to sixteen of them. */
const registration = sampleRegistration(
  Array.from({ length: 100 }, (_, i) => ({
    ...newAttendee(sampleCandidate(i + 1, 5 + (i % 14)), { id: 1 + (i % 4) }, facts),
    id: i + 1,
  })),
  {
    routines: Array.from({ length: 60 }, (_, i) =>
      sampleRoutine(
        i + 1,
        Array.from({ length: 1 + ((i * 3) % 16) }, (_, seat) => 1 + ((i * 7 + seat) % 100)),
      ),
    ),
  },
)

/** Microseconds that one quote takes: of each of `batches` runs of a hundred, after a warm-up. */
export function timeQuotes(batches: number): number[] {
  for (let i = 0; i < 300; i += 1) quote(registration, facts)
  return Array.from({ length: batches }, () => {
    const began = performance.now()
    for (let i = 0; i < 100; i += 1) quote(registration, facts)
    return ((performance.now() - began) * 1000) / 100
  })
}

export const linesOfOne = () => quote(registration, facts).lines.length
