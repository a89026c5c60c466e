import { hasBestDancers, hasCast } from './best-dancers/program.ts'
import { hasCompetition } from './routines/competition-open.ts'
import type { Facts } from './registration.ts'

type Tour = Pick<Facts, 'tour_date'>
const always = () => true

/** The event area's tabs in order, each with when it shows. EVT-002, EVT-004 to EVT-010. */
const tabs = [
  { name: 'overview', shown: always },
  { name: 'payments', shown: always },
  { name: 'confirmation', shown: always },
  { name: 'waivers', shown: always },
  { name: 'access-codes', shown: ({ tour_date }: Tour) => hasVirtual({ tour_date }) },
  { name: 'music', shown: always },
  { name: 'vip', shown: hasBestDancers },
  { name: 'the-cast-experience', shown: hasCast },
  { name: 'results', shown: ({ tour_date }: Tour) => !tour_date.season.is_portal },
  {
    name: 'critiques',
    shown: ({ tour_date }: Tour) => !tour_date.season.is_portal && !tour_date.web.no_critiques,
  },
  { name: 'media-pass', shown: always },
  { name: 'survey', shown: ({ tour_date }: Tour) => !tour_date.event.is_nationals && !tour_date.event.is_aftermath },
  { name: 'coda', shown: ({ tour_date }: Tour) => tour_date.season.is_portal && tour_date.mybtf.coda },
] as const

export type EventTab = (typeof tabs)[number]['name']

/** Whether anything of a city can be attended virtually. EVT-004, CODE-007. */
const hasVirtual = ({ tour_date }: Tour): boolean =>
  tour_date.virtual_only ||
  (tour_date.settings.virtual && !tour_date.settings.no_virtual && !tour_date.mybtf.no_virtual)

/** The tabs of a completed registration's event area. EVT-002. */
export const eventTabs = (facts: Tour): EventTab[] => tabs.filter(({ shown }) => shown(facts)).map(({ name }) => name)

/** Which cards the overview shows. EVT-013 to EVT-017, EVT-033. */
export const overviewCards = (facts: Tour) => ({
  balance: !facts.tour_date.event.is_nationals,
  waivers: true,
  music: hasCompetition(facts),
  vip: hasBestDancers(facts),
  awards: facts.tour_date.event.is_nationals && !facts.tour_date.event.is_radix,
})
