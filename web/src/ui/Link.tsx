import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { formatSearch, locationOf, type PageLocation } from './router/page-location.ts'
import { useRouter, useShownLocation } from './router/RouterProvider.tsx'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement>
  /** Marks the link as current on child routes too. */
  within?: boolean
  /** Query parameters of the address. */
  search?: Readonly<Record<string, string>>
}

function isCurrent(target: PageLocation, current: PageLocation | undefined, within: boolean): boolean {
  if (!current) return false
  if (!within) return target.pathname === current.pathname && target.searchText === current.searchText
  return target.pathname === current.pathname || current.pathname.startsWith(`${target.pathname}/`)
}

/** A click that opens the link here: any other (a new tab, a download) is the browser's. */
const opensHere = ({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && ['', '_self'].includes(currentTarget.target)

/** A link to another screen. With Mantine: `<Button component={Link} to={paths.roster}>`. */
export function Link({ to, within = false, search, children, ...anchor }: LinkProps) {
  const router = useRouter()
  const current = useShownLocation()
  const path = locationOf(to)
  const target = search ? locationOf(path.pathname + formatSearch(search) + path.hash) : path
  const preload = () => void router.preload(target.href).catch(() => {})
  return (
    <a
      {...(isCurrent(target, current, within) && { 'aria-current': 'page' })}
      {...anchor}
      href={target.href}
      onPointerEnter={(event) => {
        anchor.onPointerEnter?.(event)
        preload()
      }}
      onFocus={(event) => {
        anchor.onFocus?.(event)
        preload()
      }}
      onClick={(event) => {
        anchor.onClick?.(event)
        if (event.defaultPrevented || !opensHere(event)) return
        event.preventDefault()
        void router.navigate({ href: target.href })
      }}
    >
      {children}
    </a>
  )
}
