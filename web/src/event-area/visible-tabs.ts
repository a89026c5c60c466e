import { paymentsTab } from '@callboard/domain/payments/methods.ts'
import { hasCompetition } from '@callboard/domain/registrations/routines/competition-open.ts'
import { eventTabs, type EventTab } from '@callboard/domain/registrations/event-tabs.ts'
import type { TourDate } from '@callboard/domain/tours/city.ts'
import { paths } from '../shell/paths.ts'

type VisibleTab = { name: EventTab | 'schedule'; label: string; to: string; red: boolean }

type TabLabel = (balance: number) => { label: string; red: boolean }
const plain =
  (label: string): TabLabel =>
  () => ({ label, red: false })

/** The tabs that have a screen; which of them a city shows is the domain's rule. */
const screens: Partial<Record<EventTab, TabLabel>> = {
  overview: plain('Overview'),
  payments: paymentsTab,
  confirmation: plain('Confirmation'),
  waivers: plain('Waivers'),
  'access-codes': plain('Access codes'),
  music: plain('Music'),
  vip: plain('Best Dancers'),
  'the-cast-experience': plain('Cast Experience'),
  results: plain('Results'),
  critiques: plain('Critiques'),
  'media-pass': plain('Media pass'),
  survey: plain('Survey'),
  coda: plain('Results portal'),
}

/**
 * The event area's tabs for a city, in order, with the schedule after the music; the payments tab says whether something
 * is owed. EVT-002, EVT-003.
 */
export const visibleTabs = (tour_date: TourDate, id: number, balance: number): VisibleTab[] =>
  eventTabs({ tour_date }).flatMap((name): VisibleTab[] => {
    const labelled = screens[name]
    if (!labelled) return []
    // The program's tab has the name and the address its event gives it.
    const { vip_name_plural, vip_route } = tour_date.event
    if (name === 'vip') return [{ name, label: vip_name_plural, red: false, to: paths.eventVip(id, vip_route) }]
    if (name === 'coda') return [{ name, ...labelled(balance), to: paths.event(id, 'coda') }]
    const tab: VisibleTab = { name, ...labelled(balance), to: paths.eventVip(id, name) }
    if (name !== 'music' || !hasCompetition({ tour_date })) return [tab]
    return [tab, { name: 'schedule', label: 'Schedule', red: false, to: paths.event(id, 'schedule') }]
  })
