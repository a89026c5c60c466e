/**
 * The readable cookie beside the session's own, as the server's replies set it in a browser. Written for every path: a
 * cookie of one path hides from a test that begins at another, and outlives it.
 */
export function setSignedInCookie(isSignedIn: boolean): void {
  document.cookie = isSignedIn ? 'callboard_signed_in=1; path=/' : 'callboard_signed_in=; path=/; max-age=0'
}
