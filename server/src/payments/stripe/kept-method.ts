/** A kept card has two names at Stripe, whose it is and which. To us they are one: `cus_….pm_…`. */
export const nameKept = (customer: string, method: string) => `${customer}.${method}`

export function readKept(name: string): { customer: string; method: string } | undefined {
  const [, customer, method] = /^(cus_\w+)\.((?:pm|card)_\w+)$/.exec(name) ?? []
  return customer && method ? { customer, method } : undefined
}
