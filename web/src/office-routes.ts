import { screen } from './ui/router/route.ts'

/** The screens of the office, below its frame. Loaded when one of them is opened: nobody else needs their names. */
export const officeRoutes = [
  {
    path: '/',
    component: screen(() => import('./desk/office/TodayPage.tsx'), 'TodayPage'),
  },
  {
    path: '/registrations',
    component: screen(() => import('./registrations/office/RegistrationsPage.tsx'), 'RegistrationsPage'),
  },
  {
    path: '/registrations/$id',
    component: screen(() => import('./desk/office/RegistrationPage.tsx'), 'RegistrationPage'),
  },
  {
    path: '/tour-dates',
    component: screen(() => import('./tours/office/TourDatesPage.tsx'), 'TourDatesPage'),
  },
  {
    path: '/tour-dates/$id',
    component: screen(() => import('./tours/office/TourDatePage.tsx'), 'TourDatePage'),
  },
  {
    path: '/tour-dates/$id/waivers',
    component: screen(() => import('./waivers/office/CityWaiversPage.tsx'), 'CityWaiversPage'),
  },
  {
    path: '/tour-dates/$id/access-codes',
    component: screen(() => import('./access-codes/office/CityCodesPage.tsx'), 'CityCodesPage'),
  },
  {
    path: '/tour-dates/$id/news',
    component: screen(() => import('./tours/office/CityNewsPage.tsx'), 'CityNewsPage'),
  },
  {
    path: '/tour-dates/$id/reports',
    component: screen(() => import('./reports/office/CityReportsPage.tsx'), 'CityReportsPage'),
  },
  {
    path: '/tour-dates/$id/programme',
    component: screen(() => import('./registrations/office/CityProgramPage.tsx'), 'CityProgramPage'),
  },
  {
    path: '/tour-dates/$id/running-order',
    component: screen(() => import('./running-order/office/RunningOrderPage.tsx'), 'RunningOrderPage'),
  },
  {
    path: '/tour-dates/$id/stage',
    component: screen(() => import('./running-order/office/StagePage.tsx'), 'StagePage'),
  },
  {
    path: '/tour-dates/$id/music',
    component: screen(() => import('./music/office/CityMusicPage.tsx'), 'CityMusicPage'),
  },
  {
    path: '/events',
    component: screen(() => import('./tours/office/EventsPage.tsx'), 'EventsPage'),
  },
  {
    path: '/season-copy',
    component: screen(() => import('./tours/office/SeasonCopyPage.tsx'), 'SeasonCopyPage'),
  },
  {
    path: '/events/$id',
    component: screen(() => import('./tours/office/EventPage.tsx'), 'EventPage'),
  },
  {
    path: '/studios',
    component: screen(() => import('./roster/office/StudiosPage.tsx'), 'StudiosPage'),
  },
  {
    path: '/studios/new',
    component: screen(() => import('./accounts/office/NewStudioPage.tsx'), 'NewStudioPage'),
  },
  {
    path: '/studios/$id',
    component: screen(() => import('./desk/office/StudioPage.tsx'), 'StudioPage'),
  },
  {
    path: '/promo-codes',
    component: screen(() => import('./payments/office/PromoCodesPage.tsx'), 'PromoCodesPage'),
  },
  {
    path: '/scholarships',
    component: screen(() => import('./registrations/office/ScholarshipsPage.tsx'), 'ScholarshipsPage'),
  },
  {
    path: '/attended',
    component: screen(() => import('./registrations/office/AttendancePage.tsx'), 'AttendancePage'),
  },
  {
    path: '/people',
    component: screen(() => import('./roster/office/PeoplePage.tsx'), 'PeoplePage'),
  },
  {
    path: '/people/$id',
    component: screen(() => import('./roster/office/PersonPage.tsx'), 'PersonPage'),
  },
  {
    path: '/books',
    component: screen(() => import('./payments/office/BooksPage.tsx'), 'BooksPage'),
  },
  {
    path: '/dues',
    component: screen(() => import('./payments/office/DuesPage.tsx'), 'DuesPage'),
  },
  {
    path: '/money',
    component: screen(() => import('./payments/office/MoneyPage.tsx'), 'MoneyPage'),
  },
  {
    path: '/tour-dates/$id/nominations',
    component: screen(() => import('./registrations/office/CityNominationsPage.tsx'), 'CityNominationsPage'),
  },
  {
    path: '/tour-dates/$id/money',
    component: screen(() => import('./payments/office/CityMoneyPage.tsx'), 'CityMoneyPage'),
  },
  {
    path: '/waivers',
    component: screen(() => import('./waivers/office/WaiversPage.tsx'), 'WaiversPage'),
  },
  {
    path: '/texts',
    component: screen(() => import('./accounts/office/TextsPage.tsx'), 'TextsPage'),
  },
  {
    path: '/waiting-list',
    component: screen(() => import('./waiting-list/office/WaitingPage.tsx'), 'WaitingPage'),
  },
  {
    path: '/lists',
    component: screen(() => import('./tours/office/ListsPage.tsx'), 'ListsPage'),
  },
  {
    path: '/settings',
    component: screen(() => import('./tours/office/SettingsPage.tsx'), 'SettingsPage'),
  },
  {
    path: '/accounts',
    component: screen(() => import('./accounts/office/AccountsPage.tsx'), 'AccountsPage'),
  },
  {
    path: '/mails',
    component: screen(() => import('./desk/office/MailsPage.tsx'), 'MailsPage'),
  },
  {
    path: '/audit',
    component: screen(() => import('./desk/office/AuditPage.tsx'), 'AuditPage'),
  },
]
