import type { QueryClient } from '@tanstack/react-query'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { Frame } from './shell/Frame.tsx'
import { anySignedIn, signedIn, signedOut, staff } from './shell/guards.ts'
import { MaintenancePage, NotFoundPage } from './shell/NotFoundPage.tsx'
import { OpeningScreen } from './wizard/StepWaiting.tsx'
import { redirect, screen, type Guard, type PageRoute } from './ui/router/route.ts'
import { createRouter } from './ui/router/router.ts'

// The map: every screen there is but those of the office (office-routes.ts) and the event area (event-routes.ts). Each is
// its own chunk.

type AppContext = { queries: QueryClient }
type AppRoute = PageRoute<AppContext>

const home: AppRoute = {
  path: '/',
  component: screen(() => import('./tours/landing/LandingPage.tsx'), 'LandingPage'),
}
const picker: AppRoute = {
  path: '/register',
  component: screen(() => import('./tours/PickerPage.tsx'), 'PickerPage'),
}
const cityPrices: AppRoute = {
  path: '/register/:id/prices',
  component: screen(() => import('./tours/CityPricesPage.tsx'), 'CityPricesPage'),
}

const wizard: AppRoute = {
  path: '/registration/:id',
  component: screen(() => import('./wizard/WizardPage.tsx'), 'WizardPage'),
  // The frame around the steps decides which may be seen; each step is its own chunk.
  children: [
    { path: '/registration/:id' },
    {
      path: '/registration/:id/roster',
      component: screen(() => import('./wizard/RosterStep.tsx'), 'RosterStep'),
    },
    {
      path: '/registration/:id/dancers',
      component: screen(() => import('./wizard/DancersStep.tsx'), 'DancersStep'),
    },
    {
      path: '/registration/:id/teachers',
      component: screen(() => import('./wizard/TeachersStep.tsx'), 'TeachersStep'),
    },
    {
      path: '/registration/:id/observers',
      component: screen(() => import('./wizard/ObserversStep.tsx'), 'ObserversStep'),
    },
    {
      path: '/registration/:id/competition',
      component: screen(() => import('./wizard/CompetitionStep.tsx'), 'CompetitionStep'),
    },
    {
      path: '/registration/:id/soty',
      component: screen(() => import('./wizard/SotyStep.tsx'), 'SotyStep'),
    },
    {
      path: '/registration/:id/studio-awards',
      component: screen(() => import('./wizard/AwardsStep.tsx'), 'StudioAwardsStep'),
    },
    {
      path: '/registration/:id/specialty-awards',
      component: screen(() => import('./wizard/AwardsStep.tsx'), 'SpecialtyStep'),
    },
    // The frame leads on to the one above. WIZ-012.
    { path: '/registration/:id/specialty-nominations' },
    {
      path: '/registration/:id/review',
      component: screen(() => import('./wizard/ReviewStep.tsx'), 'ReviewStep'),
    },
    {
      path: '/registration/:id/payment',
      component: screen(() => import('./wizard/PaymentStep.tsx'), 'PaymentStep'),
    },
    {
      path: '/registration/:id/success',
      component: screen(() => import('./wizard/SuccessStep.tsx'), 'SuccessStep'),
    },
    // The step of the program has the address its event gives it, so it comes after the fixed ones.
    {
      path: '/registration/:id/:program',
      component: screen(() => import('./wizard/ProgramStep.tsx'), 'ProgramStep'),
    },
  ],
}

// The server of a demonstration serves the build, so these are in it; a production server has nothing to show there.
const devRoutes: AppRoute[] = [
  {
    path: '/dev',
    component: screen(() => import('./dev/DevPage.tsx'), 'DevPage'),
  },
  {
    path: '/dev/sign-in',
    component: screen(() => import('./dev/SignInAsPage.tsx'), 'SignInAsPage'),
  },
  {
    path: '/dev/clock',
    component: screen(() => import('./dev/ClockPage.tsx'), 'ClockPage'),
  },
  {
    path: '/dev/mailbox',
    component: screen(() => import('./dev/MailboxPage.tsx'), 'MailboxPage'),
  },
]

const dashboard: AppRoute = {
  path: '/dashboard',
  component: screen(() => import('./registrations/list/DashboardPage.tsx'), 'DashboardPage'),
}
const myEvents: AppRoute = {
  path: '/registrations/incomplete',
  component: screen(() => import('./registrations/list/MyEventsPage.tsx'), 'MyEventsPage'),
}

const event: AppRoute = {
  path: '/event/:id',
  guards: [async (visit) => (await import('./event-area/event-record.ts')).requireCompletedRegistration(visit)],
  component: screen(() => import('./event-area/EventArea.tsx'), 'EventArea'),
  loadChildren: async () => (await import('./event-routes.ts')).eventRoutes,
}

// Routes of shared links, open without an account.
const sharedPages: AppRoute[] = [
  {
    path: '/music/:token',
    component: screen(() => import('./music/SharedMusicPage.tsx'), 'SharedMusicPage'),
  },
  {
    path: '/access-codes/:token',
    component: screen(() => import('./access-codes/SharedCodesPage.tsx'), 'SharedCodesPage'),
  },
  {
    path: '/schedule/:token',
    component: screen(() => import('./running-order/SharedSchedulePage.tsx'), 'SharedSchedulePage'),
  },
  {
    path: '/order/:token',
    component: screen(() => import('./running-order/PublicOrderPage.tsx'), 'PublicOrderPage'),
  },
  {
    path: '/survey/:token',
    component: screen(() => import('./survey/SurveyPage.tsx'), 'SharedSurveyPage'),
  },
  // Links into the portal, and the same without its look. TOK-017.
  {
    path: '/critiques/:token',
    component: screen(() => import('./results/SharedResultsPage.tsx'), 'SharedCritiquesPage'),
  },
  {
    path: '/coda/critiques/:token',
    component: screen(() => import('./results/SharedResultsPage.tsx'), 'PortalCritiquesPage'),
  },
  {
    path: '/results/:token',
    component: screen(() => import('./results/SharedResultsPage.tsx'), 'SharedResultsPage'),
  },
  {
    path: '/coda/results/:token',
    component: screen(() => import('./results/SharedResultsPage.tsx'), 'PortalResultsPage'),
  },
  {
    path: '/data/:token',
    component: screen(() => import('./results/SharedResultsPage.tsx'), 'SharedDataPage'),
  },
  {
    path: '/coda/data/:token',
    component: screen(() => import('./results/SharedResultsPage.tsx'), 'PortalDataPage'),
  },
  {
    path: '/homework/:token',
    component: screen(() => import('./homework/HomeworkPage.tsx'), 'SharedHomeworkPage'),
  },
  {
    path: '/coda/homework/:token',
    component: screen(() => import('./homework/HomeworkPage.tsx'), 'PortalHomeworkPage'),
  },
  ...(['best-dancers', 'core-performers', 'proteges', 'the-cast-experience'] as const).map((path) => ({
    path: `/${path}/:token`,
    component: screen(() => import('./registrations/best-dancers/SharedProgramPage.tsx'), 'SharedProgramPage'),
  })),
]

// The judge's tablet, below the scope of its service worker. A device is paired there; nobody signs in.
const judge: AppRoute = {
  path: '/judge/tablet',
  component: screen(() => import('./judging/tablet/TabletPage.tsx'), 'TabletPage'),
}
// Awards without a network, below the same scope. The office's account reads the city once.
const laptop: AppRoute = {
  path: '/judge/awards/:id',
  component: screen(() => import('./results/office/laptop/LaptopPage.tsx'), 'LaptopPage'),
}
// A screen in the hall, opened by its link.
const display: AppRoute = {
  path: '/display/:token',
  component: screen(() => import('./running-order/DisplayPage.tsx'), 'DisplayPage'),
}
const judgeAddress: AppRoute = {
  path: '/judge',
  guards: [
    ({ address }) => {
      throw redirect(`/judge/tablet${address.search}`)
    },
  ],
}

// Written so that the build leaves the page itself out.
const onlyInDevelopment: AppRoute[] = import.meta.env.DEV
  ? [
      {
        path: '/dev/kit',
        component: screen(() => import('./shell/kit/KitPage.tsx'), 'KitPage'),
      },
    ]
  : []

// Accounts and the roster.
const accountPages: Record<'visitors' | 'anyone' | 'members', AppRoute[]> = {
  visitors: [
    {
      path: '/signin',
      component: screen(() => import('./accounts/SignInPage.tsx'), 'SignInPage'),
    },
    {
      path: '/signup',
      component: screen(() => import('./accounts/SignUpPage.tsx'), 'SignUpPage'),
    },
    {
      path: '/signup/user',
      component: screen(() => import('./accounts/SignUpUserPage.tsx'), 'SignUpUserPage'),
    },
    {
      path: '/signup/studio',
      component: screen(() => import('./accounts/SignUpStudioPage.tsx'), 'SignUpStudioPage'),
    },
    {
      path: '/signup/setup-password/:token',
      component: screen(() => import('./accounts/SetupPasswordPage.tsx'), 'SetupPasswordPage'),
    },
  ],
  anyone: [
    {
      path: '/awaiting-confirmation',
      guards: [anySignedIn],
      component: screen(() => import('./accounts/AwaitingConfirmationPage.tsx'), 'AwaitingConfirmationPage'),
    },
    {
      path: '/confirm/:token',
      component: screen(() => import('./accounts/ConfirmPage.tsx'), 'ConfirmPage'),
    },
    {
      path: '/forgot-password',
      component: screen(() => import('./accounts/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
    },
    {
      path: '/reset-password/:token',
      component: screen(() => import('./accounts/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
    },
    {
      path: '/unsubscribe/:token',
      component: screen(() => import('./accounts/UnsubscribePage.tsx'), 'UnsubscribePage'),
    },
    {
      path: '/invitation/:token',
      component: screen(() => import('./accounts/InvitationPage.tsx'), 'InvitationPage'),
    },
    {
      path: '/waivers/:token',
      component: screen(() => import('./waivers/SharedWaiversPage.tsx'), 'SharedWaiversPage'),
    },
    {
      path: '/waivers/sign/:token',
      component: screen(() => import('./waivers/SignPage.tsx'), 'SignPage'),
    },
    {
      path: '/privacy',
      component: screen(() => import('./accounts/site/LegalTextPage.tsx'), 'PrivacyPage'),
    },
    {
      path: '/terms',
      component: screen(() => import('./accounts/site/LegalTextPage.tsx'), 'TermsPage'),
    },
    {
      path: '/maintenance',
      component: MaintenancePage,
    },
  ],
  members: [
    {
      path: '/account',
      component: screen(() => import('./event-area/AccountScreen.tsx'), 'AccountScreen'),
    },
    {
      path: '/change-studio',
      component: screen(() => import('./accounts/ChangeStudioPage.tsx'), 'ChangeStudioPage'),
    },
    {
      path: '/roster',
      component: screen(() => import('./roster/RosterPage.tsx'), 'RosterPage'),
    },
    {
      path: '/roster/import',
      component: screen(() => import('./roster/ImportPage.tsx'), 'ImportPage'),
    },
  ],
}

const office: AppRoute = {
  path: '/office',
  component: screen(() => import('./desk/office/OfficeArea.tsx'), 'OfficeArea'),
  loadChildren: async () => (await import('./office-routes.ts')).officeRoutes,
}

/** The same routes, below a guard of their group. */
const guarded = (guard: Guard<AppContext>, routes: readonly AppRoute[]): AppRoute[] =>
  routes.map((route) => ({ ...route, guards: [guard, ...(route.guards ?? [])] }))

/** The router of the app; `href` is the address of a page that the server writes. */
export const makeRouter = (queries: QueryClient, href?: string) =>
  createRouter<AppContext>({
    frame: Frame,
    routes: [
      home,
      picker,
      cityPrices,
      ...devRoutes,
      ...sharedPages,
      judge,
      judgeAddress,
      laptop,
      display,
      ...onlyInDevelopment,
      ...accountPages.anyone,
      // Groups and who may enter. Anyone may see what stands beside them.
      ...guarded(signedOut, accountPages.visitors),
      ...guarded(signedIn, [...accountPages.members, wizard, dashboard, myEvents, event]),
      ...guarded(staff, [office]),
    ],
    context: { queries },
    ...(href !== undefined && { href }),
    pendingScreen: OpeningScreen,
    notFoundScreen: NotFoundPage,
    errorScreen: ErrorPage,
  })
