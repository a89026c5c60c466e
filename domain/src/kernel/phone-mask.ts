const digitsOf = (text: string) => text.replace(/\D/g, '')

/** '(212) 555-0147' as far as it is typed; with a plus, or longer than ten digits, its digits alone. UI-011, CONST-029. */
export function phoneMask(text: string): string {
  if (text.trim().startsWith('+')) return `+${digitsOf(text).slice(0, 15)}`
  const digits = digitsOf(text).slice(0, 12)
  if (digits.length > 10) return digits
  if (digits.length > 6) return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
  if (digits.length > 3) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`
  return digits.length > 0 ? `(${digits}` : ''
}
