import { attendeeDetails, detailField } from '../roster/person-fields.ts'

/** `short`: a word, a day or a number, which needs less room than a name. */
type CityReportColumn = { header: string; align?: 'end'; short: boolean }

const number = (header: string): CityReportColumn => ({ header, align: 'end', short: true })
const word = (header: string): CityReportColumn => ({ header, short: true })
const words = (header: string): CityReportColumn => ({ header, short: false })

/** The reports that run a city, and what each tells; the money's are of their own. OFF-043. */
export const cityReports = {
  registrations: {
    title: 'Registrations',
    columns: [
      // It names a row and counts nothing, so it stands as words do.
      word('Registration'),
      words('Registered by'),
      words('Account'),
      word('Completed'),
      word('Status'),
      number('Dancers'),
      number('Teachers'),
      number('Observers'),
      number('Routines'),
    ],
  },
  waivers: {
    title: 'Waivers',
    columns: [
      words('Name'),
      words('Registered by'),
      words('Waiver'),
      word('Status'),
      words('Signed by'),
      word('Signed on'),
      word('Reminded by email'),
    ],
  },
  music: {
    title: 'Music',
    columns: [
      number('No.'),
      words('Routine'),
      words('Category'),
      words('Registered by'),
      word('Music'),
      words('File'),
      word('Length'),
    ],
  },
  rosters: {
    title: 'Roster',
    columns: [
      number('No.'),
      words('Last name'),
      words('First name'),
      word('Takes part as'),
      word('Level'),
      word('How'),
      words('Registered by'),
      number('Routines'),
      // Last, so that a column keeps its place when one is added.
      ...attendeeDetails.map((name) => word(detailField(name).label)),
    ],
  },
} as const satisfies Record<string, { title: string; columns: readonly CityReportColumn[] }>

export type CityReport = keyof typeof cityReports

export const cityReportNames = Object.keys(cityReports) as CityReport[]
