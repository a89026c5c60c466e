// The oldest versions the built pages run in (what the build is made for: "baseline widely available").
// iPhones and iPads say Version/… Safari in every browser, and so does Safari on a Mac.
const oldest: readonly { name: string; says: RegExp; major: number; minor: number }[] = [
  { name: 'Firefox', says: /Firefox\/(\d+)\.(\d+)/, major: 114, minor: 0 },
  { name: 'Chrome, Edge and their relatives', says: /Chrom(?:e|ium)\/(\d+)\.(\d+)/, major: 111, minor: 0 },
  { name: 'Safari', says: /Version\/(\d+)\.(\d+).* Safari\//, major: 16, minor: 4 },
]

/**
 * Whether a browser, by the name it gives itself, can show the product. One that is not known by name may try:
 * better a page that fails than a door closed to a browser that would have done. ERR-007, ACC-065.
 */
export function isSupportedBrowser(user_agent: string): boolean {
  if (/MSIE |Trident\//.test(user_agent)) return false
  const browser = oldest.find(({ says }) => says.test(user_agent))
  if (!browser) return true
  const [, major = 0, minor = 0] = (browser.says.exec(user_agent) ?? []).map(Number)
  return major > browser.major || (major === browser.major && minor >= browser.minor)
}

/** How long the flag of an unsupported browser stays with it, in seconds: one day. UI-010, CONST-012. */
export const unsupportedBrowserSeconds = 24 * 60 * 60
