import type { QueryClient } from '@tanstack/react-query'
import { paths } from './shell/paths.ts'
import { redirect, screen, type PageRoute } from './ui/router/route.ts'

type EventRoute = PageRoute<{ queries: QueryClient }>

// The results portal of a registration, while it is enabled.
const portal: EventRoute = {
  path: '/event/:id/coda',
  guards: [async (visit) => (await import('./event-area/event-record.ts')).requirePortal(visit)],
  component: screen(() => import('./results/portal/PortalPage.tsx'), 'PortalPage'),
  children: [
    {
      path: '/event/:id/coda',
      guards: [async (visit) => (await import('./event-area/event-record.ts')).openFirstPart(visit)],
    },
    {
      path: '/event/:id/coda/critiques',
      component: screen(() => import('./results/portal/PortalTabs.tsx'), 'CritiquesTab'),
    },
    {
      path: '/event/:id/coda/data',
      component: screen(() => import('./results/portal/PortalTabs.tsx'), 'DataTab'),
    },
    {
      path: '/event/:id/coda/results',
      component: screen(() => import('./results/portal/PortalTabs.tsx'), 'ResultsTab'),
    },
    {
      path: '/event/:id/coda/homework',
      component: screen(() => import('./homework/HomeworkPage.tsx'), 'HomeworkPage'),
    },
    {
      path: '/event/:id/coda/feedback',
      component: screen(() => import('./survey/FeedbackTab.tsx'), 'FeedbackTab'),
    },
    {
      path: '/event/:id/coda/resources',
      component: screen(() => import('./results/portal/PortalTabs.tsx'), 'ResourcesTab'),
    },
  ],
}

/** The screens of a completed registration, below its frame. Loaded when one of them is opened: the other screens do without. */
export const eventRoutes: EventRoute[] = [
  {
    path: '/event/:id',
    guards: [
      ({ params: { id = '' } }) => {
        throw redirect(paths.event(id, 'overview'))
      },
    ],
  },
  {
    path: '/event/:id/overview',
    component: screen(() => import('./event-area/OverviewPage.tsx'), 'OverviewPage'),
  },
  {
    path: '/event/:id/payments',
    component: screen(() => import('./event-area/PaymentsPage.tsx'), 'PaymentsPage'),
  },
  {
    path: '/event/:id/confirmation',
    component: screen(() => import('./event-area/ConfirmationPage.tsx'), 'ConfirmationPage'),
  },
  {
    path: '/event/:id/waivers',
    component: screen(() => import('./event-area/WaiversPage.tsx'), 'WaiversPage'),
  },
  {
    path: '/event/:id/access-codes',
    component: screen(() => import('./event-area/AccessCodesPage.tsx'), 'AccessCodesPage'),
  },
  {
    path: '/event/:id/music',
    component: screen(() => import('./event-area/MusicPage.tsx'), 'MusicPage'),
  },
  {
    path: '/event/:id/schedule',
    component: screen(() => import('./event-area/SchedulePage.tsx'), 'SchedulePage'),
  },
  {
    path: '/event/:id/survey',
    component: screen(() => import('./survey/SurveyPage.tsx'), 'SurveyPage'),
  },
  {
    path: '/event/:id/results',
    guards: [async (visit) => (await import('./event-area/event-record.ts')).requireNoPortal('results')(visit)],
    component: screen(() => import('./results/portal/PortalTabs.tsx'), 'PlainResultsPage'),
  },
  {
    path: '/event/:id/critiques',
    guards: [async (visit) => (await import('./event-area/event-record.ts')).requireNoPortal('critiques')(visit)],
    component: screen(() => import('./results/portal/PortalTabs.tsx'), 'PlainCritiquesPage'),
  },
  portal,
  {
    path: '/event/:id/media-pass',
    component: screen(() => import('./event-area/MediaPassPage.tsx'), 'MediaPassPage'),
  },
  // The tab of the program has the address its event gives it, so it comes after the fixed ones.
  {
    path: '/event/:id/:program',
    component: screen(() => import('./event-area/ProgramPage.tsx'), 'ProgramPage'),
  },
]
