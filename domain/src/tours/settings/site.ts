import { definer, site } from './definition.ts'

const define = definer('Site')

/** Settings of the whole site. */
export const siteSettings = {
  share_link_days: define<number>({
    label: 'Shared links work for, days',
    help: 'No account is needed to open one. Links made earlier keep their expiration date.',
    kind: 'days',
    range: [1, 3_650],
    scope: site,
    value: 365,
    source: 'TOK-005',
  }),
  critique_source_min_season: define<number>({
    label: 'Critiques are the judges’ sheets from this season on',
    help: 'In earlier seasons critiques are recordings alone: no texts, notes and marked items are shown.',
    kind: 'season',
    scope: site,
    value: 41,
    source: 'A76',
  }),
  staff_second_factor: define<boolean>({
    label: 'The office signs in with a second step',
    help: 'A code from an authenticator app, besides the password. Anyone without one sets it up at the next sign-in.',
    kind: 'switch',
    scope: site,
    value: true,
    source: 'SEC-020',
  }),
  maintenance: define<boolean>({
    label: 'Show the maintenance notice instead of the site',
    help: '',
    kind: 'switch',
    scope: site,
    value: false,
    source: 'S3 §2.1 L29',
  }),
}
