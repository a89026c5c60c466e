import type { AnchorHTMLAttributes, Ref } from 'react'
import { Link as WouterLink, useLocation, useRouter } from 'wouter'
import { addressOf, type PageAddress } from './router/page-history.ts'
import { usePreload } from './router/RouterProvider.tsx'
import { formatSearch } from './search-values.ts'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement>
  /** Marks the link as current on child routes too. */
  within?: boolean
  /** Query parameters of the address. */
  search?: Readonly<Record<string, string>>
}

function useIsCurrent({ path, search }: PageAddress, within: boolean): boolean {
  const router = useRouter()
  const [currentPath] = useLocation()
  const currentSearch = router.searchHook(router)
  if (within) return currentPath === path || currentPath.startsWith(`${path}/`)
  return currentPath === path && currentSearch === search
}

/** A link to another screen. With Mantine: `<Button component={Link} to={paths.roster}>`. */
export function Link({ to, within = false, search, children, ...anchor }: LinkProps) {
  const path = addressOf(to)
  const target = search ? addressOf(path.path + formatSearch(search) + path.hash) : path
  const isCurrent = useIsCurrent(target, within)
  const preload = usePreload()
  const loadAhead = () => void preload?.(target.path).catch(() => {})
  const props = {
    ...(isCurrent && { 'aria-current': 'page' as const }),
    ...anchor,
    href: target.href,
    onPointerEnter: (event) => {
      anchor.onPointerEnter?.(event)
      loadAhead()
    },
    onFocus: (event) => {
      anchor.onFocus?.(event)
      loadAhead()
    },
  } satisfies AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }
  // wouter would open a link to another window here.
  return ['', '_self'].includes(anchor.target ?? '') ? (
    <WouterLink {...props}>{children}</WouterLink>
  ) : (
    <a {...props}>{children}</a>
  )
}
