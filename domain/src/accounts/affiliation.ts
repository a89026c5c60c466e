/** The two answers someone without a studio account gives before registering. ACC-068, A27. */
export const affiliations = [
  { value: 'affiliated', label: 'affiliated with a studio but registering on my own' },
  { value: 'independent', label: 'not affiliated (independent dancer)' },
] as const

export type Affiliation = (typeof affiliations)[number]['value']

/** Whether a registration still has to ask: neither independent nor with a studio. WIZ-024, A27. */
export const needsAffiliation = (registration: { independent: boolean; studio_id: number | null }): boolean =>
  !registration.independent && registration.studio_id === null

/** The next screen after the answer: independents continue, affiliated owners name their studio first. ACC-068. */
export const affiliationLeadsTo = (answer: Affiliation): { independent: boolean; next: 'wizard' | 'change-studio' } =>
  answer === 'independent' ? { independent: true, next: 'wizard' } : { independent: false, next: 'change-studio' }
