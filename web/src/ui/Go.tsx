import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

export type GoProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement>
  /** Counts as the current place also on the screens below it. */
  within?: boolean
  /** What stands behind the '?' of the address. */
  search?: Readonly<Record<string, string>>
}

/** A link to another screen. With Mantine: `<Button component={Go} to={paths.roster}>`. */
export function Go({ to, within = false, search, ...anchor }: GoProps) {
  // The cast: the router's own anchor attributes are the same, without undefined.
  return <Link to={to} activeOptions={{ exact: !within }} {...((search ? { ...anchor, search } : anchor) as object)} />
}
