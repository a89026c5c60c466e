/** The group a person type belongs to; Other is a group of its own. ACC-003. */
type PersonTypeGroup = 'user' | 'studio' | 'other'

/** Every person type in the order of the lists, by the name the stored row carries. ACC-002 to ACC-004. */
export const personTypes = [
  { name: 'Dancer', group: 'user' },
  { name: 'Teacher', group: 'user' },
  { name: 'Parent', group: 'user' },
  { name: 'Studio Owner', group: 'studio' },
  { name: 'Studio Director', group: 'studio' },
  { name: 'Office Manager', group: 'studio' },
  { name: 'Competition Director', group: 'studio' },
  { name: 'Registration Contact', group: 'studio' },
  { name: 'Other', group: 'other' },
] as const satisfies { name: string; group: PersonTypeGroup }[]

type PersonTypeName = (typeof personTypes)[number]['name']

/**
 * Person types that may handle a studio's registration beside its owner. A teacher may, though not a studio type.
 * ACC-046, ACC-080, A109.
 */
const registrationContactTypes: readonly PersonTypeName[] = [
  'Studio Director',
  'Office Manager',
  'Competition Director',
  'Teacher',
  'Registration Contact',
]

type NamedType = { name: string }

/** The stored types of one group, for a select. ACC-002, ACC-077, ACC-090. */
export function typesOfGroup<Type extends NamedType>(types: readonly Type[], group: PersonTypeGroup): Type[] {
  const names = new Set<string>(personTypes.filter((type) => type.group === group).map(({ name }) => name))
  return types.filter(({ name }) => names.has(name))
}

/** The stored types a studio's registration contact may have. ACC-046, ACC-080, ACC-090. */
export const registrationContactsOf = <Type extends NamedType>(types: readonly Type[]): Type[] =>
  types.filter(({ name }) => registrationContactTypes.some((typeName) => typeName === name))

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

type MenuPerson = {
  studio_account: boolean
  person: { fname: string } | null
  studio: { name: string } | null
}

/** The name the user menu shows: a studio's, cut to three words, or a dancer's first name (UI-002, UI-031). */
export function menuLabel({ studio_account, person, studio }: MenuPerson): string {
  if (!studio_account || !studio) return person?.fname ?? ''
  const words = studio.name.trim().split(/\s+/)
  return words.length > 3 ? `${words.slice(0, 3).join(' ')}…` : words.join(' ')
}
