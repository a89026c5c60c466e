/**
 * The address of an edit at its event's own host, when it is another than this page's; null: it goes on here. Only an
 * address of this very edit, under a host beside or below this one, is followed. EDIT-014, WIZ-028.
 */
export function eventHostAddress(event_url: string | null, id: number, here: Pick<Location, 'protocol' | 'hostname'>) {
  if (event_url === null || !URL.canParse(event_url)) return null
  const { protocol, hostname, pathname, search, hash, username } = new URL(event_url)
  if (protocol !== here.protocol || pathname !== `/registration/${id}` || search + hash + username !== '') return null
  if (hostname === here.hostname) return null
  const domain = hostname.slice(hostname.indexOf('.'))
  const isNear = domain.split('.').length > 2 && `.${here.hostname}`.endsWith(domain)
  return isNear ? event_url : null
}
