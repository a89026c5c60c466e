import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { Frame } from './shell/Frame.tsx'
import { anySignedIn, signedIn, signedOut, staff } from './shell/guards.ts'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { PageWaiting } from './ui/Skeletons.tsx'
import { paths } from './shell/paths.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'

// The map: every screen there is, in one place. Each is its own chunk: component: screen(() => import(…), 'XPage').

const screen = lazyRouteComponent

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Frame })

// The areas and who may enter. A screen hangs below its area; anyone may see what hangs below the root.
const forVisitors = createRoute({ getParentRoute: () => root, id: 'visitors', beforeLoad: signedOut })
const forMembers = createRoute({ getParentRoute: () => root, id: 'members', beforeLoad: signedIn })
const forStaff = createRoute({ getParentRoute: () => root, id: 'staff', beforeLoad: staff })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: screen(() => import('./tours/landing/LandingPage.tsx'), 'LandingPage'),
})
const picker = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: screen(() => import('./tours/PickerPage.tsx'), 'PickerPage'),
})

const wizard = createRoute({
  getParentRoute: () => forMembers,
  path: '/registration/$id',
  component: screen(() => import('./wizard/WizardPage.tsx'), 'WizardPage'),
})
// The frame around the steps decides which may be seen; each step is its own chunk.
const wizardSteps = wizard.addChildren([
  createRoute({ getParentRoute: () => wizard, path: '/' }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/roster',
    component: screen(() => import('./wizard/RosterStep.tsx'), 'RosterStep'),
  }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/dancers',
    component: screen(() => import('./wizard/DancersStep.tsx'), 'DancersStep'),
  }),
  // The step of the programme has the address its event gives it.
  createRoute({
    getParentRoute: () => wizard,
    path: '/$programme',
    component: screen(() => import('./wizard/ProgrammeStep.tsx'), 'ProgrammeStep'),
  }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/teachers',
    component: screen(() => import('./wizard/TeachersStep.tsx'), 'TeachersStep'),
  }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/observers',
    component: screen(() => import('./wizard/ObserversStep.tsx'), 'ObserversStep'),
  }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/competition',
    component: screen(() => import('./wizard/CompetitionStep.tsx'), 'CompetitionStep'),
  }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/soty',
    component: screen(() => import('./wizard/SotyStep.tsx'), 'SotyStep'),
  }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/studio-awards',
    component: screen(() => import('./wizard/AwardsStep.tsx'), 'StudioAwardsStep'),
  }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/specialty-awards',
    component: screen(() => import('./wizard/AwardsStep.tsx'), 'SpecialtyStep'),
  }),
  // The frame leads on to the one above. WIZ-012.
  createRoute({ getParentRoute: () => wizard, path: '/specialty-nominations' }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/review',
    component: screen(() => import('./wizard/ReviewStep.tsx'), 'ReviewStep'),
  }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/payment',
    component: screen(() => import('./wizard/PaymentStep.tsx'), 'PaymentStep'),
  }),
  createRoute({
    getParentRoute: () => wizard,
    path: '/success',
    component: screen(() => import('./wizard/SuccessStep.tsx'), 'SuccessStep'),
  }),
])

// The server of a demonstration serves the build, so these are in it; a production server has nothing to show there.
const devRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/dev',
    component: screen(() => import('./dev/DevPage.tsx'), 'DevPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dev/sign-in',
    component: screen(() => import('./dev/SignInAsPage.tsx'), 'SignInAsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dev/clock',
    component: screen(() => import('./dev/ClockPage.tsx'), 'ClockPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dev/mailbox',
    component: screen(() => import('./dev/MailboxPage.tsx'), 'MailboxPage'),
  }),
]

const dashboard = createRoute({
  getParentRoute: () => forMembers,
  path: '/dashboard',
  component: screen(() => import('./registrations/list/DashboardPage.tsx'), 'DashboardPage'),
})
const myEvents = createRoute({
  getParentRoute: () => forMembers,
  path: '/registrations/incomplete',
  component: screen(() => import('./registrations/list/MyEventsPage.tsx'), 'MyEventsPage'),
})

const event = createRoute({
  getParentRoute: () => forMembers,
  path: '/event/$id',
  beforeLoad: async (visit) => (await import('./event-area/event-record.ts')).requireCompletedRegistration(visit),
  component: screen(() => import('./event-area/EventArea.tsx'), 'EventArea'),
})
const eventTabs = [
  createRoute({
    getParentRoute: () => event,
    path: '/',
    beforeLoad: ({ params: { id } }) => {
      throw redirect({ href: paths.event(id, 'overview'), replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => event,
    path: '/overview',
    component: screen(() => import('./event-area/OverviewPage.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => event,
    path: '/payments',
    component: screen(() => import('./event-area/PaymentsPage.tsx'), 'PaymentsPage'),
  }),
  createRoute({
    getParentRoute: () => event,
    path: '/confirmation',
    component: screen(() => import('./event-area/ConfirmationPage.tsx'), 'ConfirmationPage'),
  }),
  createRoute({
    getParentRoute: () => event,
    path: '/waivers',
    component: screen(() => import('./event-area/WaiversPage.tsx'), 'WaiversPage'),
  }),
  createRoute({
    getParentRoute: () => event,
    path: '/access-codes',
    component: screen(() => import('./event-area/AccessCodesPage.tsx'), 'AccessCodesPage'),
  }),
  createRoute({
    getParentRoute: () => event,
    path: '/music',
    component: screen(() => import('./event-area/MusicPage.tsx'), 'MusicPage'),
  }),
  // The tab of the programme has the address its event gives it.
  createRoute({
    getParentRoute: () => event,
    path: '/$programme',
    component: screen(() => import('./event-area/ProgrammePage.tsx'), 'ProgrammePage'),
  }),
  createRoute({
    getParentRoute: () => event,
    path: '/media-pass',
    component: screen(() => import('./event-area/MediaPassPage.tsx'), 'MediaPassPage'),
  }),
]

// Routes of shared links, open without an account.
const sharedPages = [
  createRoute({
    getParentRoute: () => root,
    path: '/music/$token',
    component: screen(() => import('./music/SharedMusicPage.tsx'), 'SharedMusicPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access-codes/$token',
    component: screen(() => import('./access-codes/SharedCodesPage.tsx'), 'SharedCodesPage'),
  }),
  ...(['best-dancers', 'core-performers', 'proteges', 'the-cast-experience'] as const).map((path) =>
    createRoute({
      getParentRoute: () => root,
      path: `/${path}/$token`,
      component: screen(() => import('./registrations/best-dancers/SharedProgrammePage.tsx'), 'SharedProgrammePage'),
    }),
  ),
]

// Written so that the build leaves the page itself out.
const onlyInDevelopment = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/kit',
        component: screen(() => import('./shell/kit/KitPage.tsx'), 'KitPage'),
      }),
    ]
  : []

// Accounts and the roster.
const accountPages = {
  visitors: [
    createRoute({
      getParentRoute: () => forVisitors,
      path: '/signin',
      component: screen(() => import('./accounts/SignInPage.tsx'), 'SignInPage'),
    }),
    createRoute({
      getParentRoute: () => forVisitors,
      path: '/signup',
      component: screen(() => import('./accounts/SignUpPage.tsx'), 'SignUpPage'),
    }),
    createRoute({
      getParentRoute: () => forVisitors,
      path: '/signup/user',
      component: screen(() => import('./accounts/SignUpUserPage.tsx'), 'SignUpUserPage'),
    }),
    createRoute({
      getParentRoute: () => forVisitors,
      path: '/signup/studio',
      component: screen(() => import('./accounts/SignUpStudioPage.tsx'), 'SignUpStudioPage'),
    }),
    createRoute({
      getParentRoute: () => forVisitors,
      path: '/signup/setup-password/$token',
      component: screen(() => import('./accounts/SetupPasswordPage.tsx'), 'SetupPasswordPage'),
    }),
  ],
  anyone: [
    createRoute({
      getParentRoute: () => root,
      path: '/awaiting-confirmation',
      beforeLoad: anySignedIn,
      component: screen(() => import('./accounts/AwaitingConfirmationPage.tsx'), 'AwaitingConfirmationPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/confirm/$token',
      component: screen(() => import('./accounts/ConfirmPage.tsx'), 'ConfirmPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/forgot-password',
      component: screen(() => import('./accounts/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/reset-password/$token',
      component: screen(() => import('./accounts/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/waivers/$token',
      component: screen(() => import('./waivers/SharedWaiversPage.tsx'), 'SharedWaiversPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/waivers/sign/$token',
      component: screen(() => import('./waivers/SignPage.tsx'), 'SignPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/privacy',
      component: screen(() => import('./accounts/site/LegalTextPage.tsx'), 'PrivacyPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/terms',
      component: screen(() => import('./accounts/site/LegalTextPage.tsx'), 'TermsPage'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/maintenance',
      component: screen(() => import('./shell/NotFoundPage.tsx'), 'MaintenancePage'),
    }),
  ],
  members: [
    createRoute({
      getParentRoute: () => forMembers,
      path: '/account',
      component: screen(() => import('./event-area/AccountScreen.tsx'), 'AccountScreen'),
    }),
    createRoute({
      getParentRoute: () => forMembers,
      path: '/change-studio',
      component: screen(() => import('./accounts/ChangeStudioPage.tsx'), 'ChangeStudioPage'),
    }),
    createRoute({
      getParentRoute: () => forMembers,
      path: '/roster',
      component: screen(() => import('./roster/RosterPage.tsx'), 'RosterPage'),
    }),
    createRoute({
      getParentRoute: () => forMembers,
      path: '/roster/import',
      component: screen(() => import('./roster/ImportPage.tsx'), 'ImportPage'),
    }),
  ],
}

// The office.
const office = createRoute({
  getParentRoute: () => forStaff,
  path: '/office',
  component: screen(() => import('./desk/office/OfficeArea.tsx'), 'OfficeArea'),
})
const officeScreens = [
  createRoute({
    getParentRoute: () => office,
    path: '/',
    component: screen(() => import('./desk/office/TodayPage.tsx'), 'TodayPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/registrations',
    component: screen(() => import('./registrations/office/RegistrationsPage.tsx'), 'RegistrationsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/registrations/$id',
    component: screen(() => import('./desk/office/RegistrationPage.tsx'), 'RegistrationPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/tour-dates',
    component: screen(() => import('./tours/office/TourDatesPage.tsx'), 'TourDatesPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/tour-dates/$id',
    component: screen(() => import('./tours/office/TourDatePage.tsx'), 'TourDatePage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/tour-dates/$id/waivers',
    component: screen(() => import('./waivers/office/CityWaiversPage.tsx'), 'CityWaiversPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/tour-dates/$id/access-codes',
    component: screen(() => import('./access-codes/office/CityCodesPage.tsx'), 'CityCodesPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/tour-dates/$id/news',
    component: screen(() => import('./tours/office/CityNewsPage.tsx'), 'CityNewsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/tour-dates/$id/reports',
    component: screen(() => import('./reports/office/CityReportsPage.tsx'), 'CityReportsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/tour-dates/$id/programme',
    component: screen(() => import('./registrations/office/CityProgrammePage.tsx'), 'CityProgrammePage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/tour-dates/$id/music',
    component: screen(() => import('./music/office/CityMusicPage.tsx'), 'CityMusicPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/events',
    component: screen(() => import('./tours/office/EventsPage.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/events/$id',
    component: screen(() => import('./tours/office/EventPage.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/studios',
    component: screen(() => import('./roster/office/StudiosPage.tsx'), 'StudiosPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/studios/new',
    component: screen(() => import('./accounts/office/NewStudioPage.tsx'), 'NewStudioPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/studios/$id',
    component: screen(() => import('./desk/office/StudioPage.tsx'), 'StudioPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/promo-codes',
    component: screen(() => import('./payments/office/PromoCodesPage.tsx'), 'PromoCodesPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/scholarships',
    component: screen(() => import('./registrations/office/ScholarshipsPage.tsx'), 'ScholarshipsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/attended',
    component: screen(() => import('./registrations/office/AttendancePage.tsx'), 'AttendancePage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/people',
    component: screen(() => import('./roster/office/PeoplePage.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/people/$id',
    component: screen(() => import('./roster/office/PersonPage.tsx'), 'PersonPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/books',
    component: screen(() => import('./payments/office/BooksPage.tsx'), 'BooksPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/dues',
    component: screen(() => import('./payments/office/DuesPage.tsx'), 'DuesPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/money',
    component: screen(() => import('./payments/office/MoneyPage.tsx'), 'MoneyPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/tour-dates/$id/nominations',
    component: screen(() => import('./registrations/office/CityNominationsPage.tsx'), 'CityNominationsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/tour-dates/$id/money',
    component: screen(() => import('./payments/office/CityMoneyPage.tsx'), 'CityMoneyPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/waivers',
    component: screen(() => import('./waivers/office/WaiversPage.tsx'), 'WaiversPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/texts',
    component: screen(() => import('./accounts/office/TextsPage.tsx'), 'TextsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/waiting-list',
    component: screen(() => import('./waiting-list/office/WaitingPage.tsx'), 'WaitingPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/lists',
    component: screen(() => import('./tours/office/ListsPage.tsx'), 'ListsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/settings',
    component: screen(() => import('./tours/office/SettingsPage.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/accounts',
    component: screen(() => import('./accounts/office/AccountsPage.tsx'), 'AccountsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/mails',
    component: screen(() => import('./desk/office/MailsPage.tsx'), 'MailsPage'),
  }),
  createRoute({
    getParentRoute: () => office,
    path: '/audit',
    component: screen(() => import('./desk/office/AuditPage.tsx'), 'AuditPage'),
  }),
]

const routeTree = root.addChildren([
  home,
  picker,
  ...devRoutes,
  ...sharedPages,
  ...onlyInDevelopment,
  ...accountPages.anyone,
  // An area without a screen would itself be found at '/'.
  ...[
    forVisitors.addChildren(accountPages.visitors),
    forMembers.addChildren([...accountPages.members, wizardSteps, dashboard, myEvents, event.addChildren(eventTabs)]),
    forStaff.addChildren([office.addChildren(officeScreens)]),
  ].filter(({ children }) => children),
])

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    // Queries decide about freshness, not the router.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PageWaiting,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
