import type { Db } from '../platform/db/connect.ts'
import { bigStudio } from './scenario-big-studio.ts'
import { emptySeason, type ScenarioSeason } from './scenario-empty-season.ts'
import { lastPlace, soldOut, smallCity, justBeforeDeadline, lateRates } from './scenario-small-city.ts'
import { independent, intensive } from './scenario-without-studio.ts'

type Scenario = { name: string; about: string; load: (db: Db) => Promise<ScenarioSeason> }

/**
 * All scenarios by their name on the development page. Each starts from a database with only the installation's lists.
 */
export const scenarios: readonly Scenario[] = [
  { name: 'empty-season', about: 'One tour, one open city, the office. No studios yet.', load: emptySeason },
  { name: 'small-city', about: 'Two studios and one city; Grace has begun her registration.', load: smallCity },
  { name: 'sold-out', about: 'The small city, closed by the office.', load: soldOut },
  { name: 'last-place', about: 'The small city with room for one routine.', load: lastPlace },
  { name: 'late-rates', about: 'The small city after both deadlines.', load: lateRates },
  { name: 'just-before-deadline', about: 'Ten minutes before the early rate ends.', load: justBeforeDeadline },
  { name: 'big-studio', about: '300 dancers on the roster, 100 registered, 60 routines.', load: bigStudio },
  { name: 'intensive', about: 'A week with three tracks to choose from.', load: intensive },
  { name: 'independent', about: 'A dancer without a studio.', load: independent },
]
