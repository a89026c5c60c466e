import { screen } from './ui/router/route.ts'

/** The screens of the office, below its frame. Loaded when one of them is opened: nobody else needs their names. */
export const officeRoutes = [
  {
    path: '/office',
    component: screen(() => import('./desk/office/TodayPage.tsx'), 'TodayPage'),
  },
  {
    path: '/office/registrations',
    component: screen(() => import('./registrations/office/RegistrationsPage.tsx'), 'RegistrationsPage'),
  },
  {
    path: '/office/registrations/:id',
    component: screen(() => import('./desk/office/RegistrationPage.tsx'), 'RegistrationPage'),
  },
  {
    path: '/office/tour-dates',
    component: screen(() => import('./tours/office/TourDatesPage.tsx'), 'TourDatesPage'),
  },
  {
    path: '/office/tour-dates/:id',
    component: screen(() => import('./tours/office/TourDatePage.tsx'), 'TourDatePage'),
  },
  {
    path: '/office/tour-dates/:id/waivers',
    component: screen(() => import('./waivers/office/CityWaiversPage.tsx'), 'CityWaiversPage'),
  },
  {
    path: '/office/tour-dates/:id/access-codes',
    component: screen(() => import('./access-codes/office/CityCodesPage.tsx'), 'CityCodesPage'),
  },
  {
    path: '/office/tour-dates/:id/news',
    component: screen(() => import('./tours/office/CityNewsPage.tsx'), 'CityNewsPage'),
  },
  {
    path: '/office/tour-dates/:id/reports',
    component: screen(() => import('./reports/office/CityReportsPage.tsx'), 'CityReportsPage'),
  },
  {
    path: '/office/tour-dates/:id/program',
    component: screen(() => import('./registrations/office/CityProgramPage.tsx'), 'CityProgramPage'),
  },
  {
    path: '/office/tour-dates/:id/running-order',
    component: screen(() => import('./running-order/office/RunningOrderPage.tsx'), 'RunningOrderPage'),
  },
  {
    path: '/office/judges',
    component: screen(() => import('./judging/office/JudgesPage.tsx'), 'JudgesPage'),
  },
  {
    path: '/office/tour-dates/:id/judging',
    component: screen(() => import('./judging/office/JudgingPage.tsx'), 'JudgingPage'),
  },
  {
    path: '/office/tour-dates/:id/scores',
    component: screen(() => import('./judging/office/ScoresPage.tsx'), 'ScoresPage'),
  },
  {
    path: '/office/tour-dates/:id/scores/import',
    component: screen(() => import('./judging/office/ImportScoresPage.tsx'), 'ImportScoresPage'),
  },
  {
    path: '/office/tour-dates/:id/scores/receive',
    component: screen(() => import('./judging/office/ReceivePage.tsx'), 'ReceivePage'),
  },
  {
    path: '/office/tour-dates/:id/auditions',
    component: screen(() => import('./judging/office/AuditionsPage.tsx'), 'AuditionsPage'),
  },
  {
    path: '/office/tour-dates/:id/stage',
    component: screen(() => import('./running-order/office/StagePage.tsx'), 'StagePage'),
  },
  {
    path: '/office/tour-dates/:id/survey',
    component: screen(() => import('./survey/office/CitySurveyPage.tsx'), 'CitySurveyPage'),
  },
  {
    path: '/office/tour-dates/:id/critiques',
    component: screen(() => import('./critiques/office/CityCritiquesPage.tsx'), 'CityCritiquesPage'),
  },
  {
    path: '/office/tour-dates/:id/homework',
    component: screen(() => import('./homework/office/CityHomeworkPage.tsx'), 'CityHomeworkPage'),
  },
  {
    path: '/office/tour-dates/:id/recordings',
    component: screen(() => import('./critiques/office/CityRecordingsPage.tsx'), 'CityRecordingsPage'),
  },
  {
    path: '/office/critique-items',
    component: screen(() => import('./critiques/office/VocabularyPage.tsx'), 'VocabularyPage'),
  },
  {
    path: '/office/homework',
    component: screen(() => import('./homework/office/LibraryPage.tsx'), 'LibraryPage'),
  },
  {
    path: '/office/survey',
    component: screen(() => import('./survey/office/SurveyVersionsPage.tsx'), 'SurveyVersionsPage'),
  },
  {
    path: '/office/survey/:version',
    component: screen(() => import('./survey/office/SurveyQuestionsPage.tsx'), 'SurveyQuestionsPage'),
  },
  {
    path: '/office/survey/:version/results',
    component: screen(() => import('./survey/office/SurveyResultsPage.tsx'), 'SurveyResultsPage'),
  },
  {
    path: '/office/tour-dates/:id/awards',
    component: screen(() => import('./results/office/AwardsPage.tsx'), 'AwardsPage'),
  },
  {
    path: '/office/tour-dates/:id/release',
    component: screen(() => import('./results/office/ReleasePage.tsx'), 'ReleasePage'),
  },
  {
    path: '/office/tour-dates/:id/script',
    component: screen(() => import('./results/office/ScriptPage.tsx'), 'ScriptPage'),
  },
  {
    path: '/office/tour-dates/:id/music',
    component: screen(() => import('./music/office/CityMusicPage.tsx'), 'CityMusicPage'),
  },
  {
    path: '/office/events',
    component: screen(() => import('./tours/office/EventsPage.tsx'), 'EventsPage'),
  },
  {
    path: '/office/season-copy',
    component: screen(() => import('./tours/office/SeasonCopyPage.tsx'), 'SeasonCopyPage'),
  },
  {
    path: '/office/events/:id',
    component: screen(() => import('./tours/office/EventPage.tsx'), 'EventPage'),
  },
  {
    path: '/office/studios',
    component: screen(() => import('./roster/office/StudiosPage.tsx'), 'StudiosPage'),
  },
  {
    path: '/office/studios/new',
    component: screen(() => import('./accounts/office/NewStudioPage.tsx'), 'NewStudioPage'),
  },
  {
    path: '/office/studios/:id',
    component: screen(() => import('./desk/office/StudioPage.tsx'), 'StudioPage'),
  },
  {
    path: '/office/promo-codes',
    component: screen(() => import('./payments/office/PromoCodesPage.tsx'), 'PromoCodesPage'),
  },
  {
    path: '/office/scholarships',
    component: screen(() => import('./registrations/office/ScholarshipsPage.tsx'), 'ScholarshipsPage'),
  },
  {
    path: '/office/attended',
    component: screen(() => import('./registrations/office/AttendancePage.tsx'), 'AttendancePage'),
  },
  {
    path: '/office/people',
    component: screen(() => import('./roster/office/PeoplePage.tsx'), 'PeoplePage'),
  },
  {
    path: '/office/people/:id',
    component: screen(() => import('./roster/office/PersonPage.tsx'), 'PersonPage'),
  },
  {
    path: '/office/books',
    component: screen(() => import('./payments/office/BooksPage.tsx'), 'BooksPage'),
  },
  {
    path: '/office/dues',
    component: screen(() => import('./payments/office/DuesPage.tsx'), 'DuesPage'),
  },
  {
    path: '/office/credits',
    component: screen(() => import('./payments/office/CreditsPage.tsx'), 'CreditsPage'),
  },
  {
    path: '/office/money',
    component: screen(() => import('./payments/office/MoneyPage.tsx'), 'MoneyPage'),
  },
  {
    path: '/office/tour-dates/:id/nominations',
    component: screen(() => import('./registrations/office/CityNominationsPage.tsx'), 'CityNominationsPage'),
  },
  {
    path: '/office/tour-dates/:id/money',
    component: screen(() => import('./payments/office/CityMoneyPage.tsx'), 'CityMoneyPage'),
  },
  {
    path: '/office/waivers',
    component: screen(() => import('./waivers/office/WaiversPage.tsx'), 'WaiversPage'),
  },
  {
    path: '/office/texts',
    component: screen(() => import('./accounts/office/TextsPage.tsx'), 'TextsPage'),
  },
  {
    path: '/office/waiting-list',
    component: screen(() => import('./waiting-list/office/WaitingPage.tsx'), 'WaitingPage'),
  },
  {
    path: '/office/lists',
    component: screen(() => import('./tours/office/ListsPage.tsx'), 'ListsPage'),
  },
  {
    path: '/office/settings',
    component: screen(() => import('./tours/office/SettingsPage.tsx'), 'SettingsPage'),
  },
  {
    path: '/office/accounts',
    component: screen(() => import('./accounts/office/AccountsPage.tsx'), 'AccountsPage'),
  },
  {
    path: '/office/mails',
    component: screen(() => import('./desk/office/MailsPage.tsx'), 'MailsPage'),
  },
  {
    path: '/office/entries',
    component: screen(() => import('./desk/office/EntriesPage.tsx'), 'EntriesPage'),
  },
  {
    path: '/office/exports',
    component: screen(() => import('./desk/office/ExportsPage.tsx'), 'ExportsPage'),
  },
  {
    path: '/office/exports/:token',
    component: screen(() => import('./desk/office/ExportLinkPage.tsx'), 'ExportLinkPage'),
  },
  {
    path: '/office/group-mails',
    component: screen(() => import('./desk/office/GroupMailsPage.tsx'), 'GroupMailsPage'),
  },
  {
    path: '/office/group-mails/:id',
    component: screen(() => import('./desk/office/GroupMailPage.tsx'), 'GroupMailPage'),
  },
  {
    path: '/office/audit',
    component: screen(() => import('./desk/office/AuditPage.tsx'), 'AuditPage'),
  },
]
