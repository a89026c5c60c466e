import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, resizeTo } from './kit.ts'

/** Names of the controls of a judge's screen that are below 48 px, or that are not in sight until something hovers. */
const poorTargets = (tablet: Page): Promise<string[]> =>
  tablet.evaluate(() => {
    const least = 48
    const controls = 'button, a[href], input, textarea, select, summary, [role=button], [role=link], [tabindex="0"]'
    return [...document.querySelectorAll('main :is(' + controls + ')')].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect()
      const isSeen = control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const name = control.getAttribute('aria-label') ?? (control.textContent?.trim() || control.id)
      // Half a pixel: heights are rounded each for itself.
      if (isSeen && Math.min(width, height) >= least - 0.5) return []
      return [
        `${control.tagName.toLowerCase()} “${name}” ${isSeen ? `${width.toFixed(0)} × ${height.toFixed(0)}` : 'unseen'}`,
      ]
    })
  })

const looks = [
  { width: 1024, height: 768, colorScheme: 'light' },
  { width: 1024, height: 768, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

/**
 * A judge's screen on a tablet and on a phone, in both themes: every target for a finger, no overflow, axe finds nothing.
 * `SHOTS` names a folder for pictures of it.
 */
export async function expectFitsTablet(tablet: Page, name: string) {
  for (const { colorScheme, ...size } of looks) {
    await resizeTo(tablet, size)
    await tablet.emulateMedia({ colorScheme })
    expect(await poorTargets(tablet), `targets of ${name}, ${size.width} px, ${colorScheme}`).toEqual([])
    await expectNoOverflow(tablet)
    // The other two looks differ from these in nothing that axe reads.
    if ((size.width === 390) === (colorScheme === 'dark')) await expectAccessible(tablet)
    if (process.env.SHOTS) {
      await tablet.screenshot({ path: `${process.env.SHOTS}/${name}-${size.width}-${colorScheme}.png`, fullPage: true })
    }
  }
  await tablet.emulateMedia({ colorScheme: 'light' })
  await resizeTo(tablet, { width: 1024, height: 768 })
}
