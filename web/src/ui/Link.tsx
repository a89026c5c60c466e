import { Link as RouterLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement>
  /** Marks the link as current on child routes too. */
  within?: boolean
  /** Query parameters of the address. */
  search?: Readonly<Record<string, string>>
}

/** A link to another screen. With Mantine: `<Button component={Link} to={paths.roster}>`. */
export function Link({ to, within = false, search, ...anchor }: LinkProps) {
  // The cast: the router's own anchor attributes are the same, without undefined.
  const attributes = (search ? { ...anchor, search } : anchor) as object
  return <RouterLink to={to} activeOptions={{ exact: !within }} {...attributes} />
}
