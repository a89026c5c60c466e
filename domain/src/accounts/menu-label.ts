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
