import type { Page } from '@playwright/test'

/**
 * Words that stand in two lines because their box is narrower than they are. Addresses and codes may break anywhere, so
 * only words of letters count.
 */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = /(?<![^\s(“"])\p{L}{4,}(?![^\s.,;:!?)”"’'])/gu
    const findings = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement, textContent } = text
      if (!textContent?.trim() || !parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue
      const whole = document.createRange()
      whole.selectNodeContents(text)
      // Text in one line breaks no word, and most text is in one line.
      if (whole.getClientRects().length < 2) continue
      for (const { 0: word, index } of textContent.matchAll(words)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)),
        )
        if (lines.size > 1) findings.add(`${word} in “${textContent.trim().slice(0, 60)}”`)
      }
    }
    return [...findings]
  })
