export type Form = { [name: string]: string | Form }

/** `metadata[orderid]=P-1&expand[0]=latest_charge`, as Stripe's library writes it. */
export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''))
    const last = path.pop() ?? ''
    let at = form
    for (const step of path) {
      const next = at[step]
      at = typeof next === 'object' ? next : (at[step] = {})
    }
    at[last] = value
  }
  return form
}

export const textOf = (form: Form, name: string): string => {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}
export const formOf = (form: Form, name: string): Form => {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}
export const textsOf = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
