import { expect, test } from '@playwright/test'
import { pdfPages } from '../pdf-text.ts'
import { expectAccessible, expectNoOverflow, signIn, resizeTo } from './kit.ts'

type OwnRegistrations = { registrations: { id: number; city: string }[] }

test('RES-001 RES-007 RES-013 RES-019 RES-026 RES-029 released pages fit 1440 and 390 px, open by links, and print', async ({
  page,
  browser,
}) => {
  await signIn(page, 'grace@example.com')
  const { registrations } = (await (await page.request.get('/v1/mybtf/own-registrations')).json()) as OwnRegistrations
  const id = registrations.find(({ city }) => city.startsWith('Sacramento'))?.id ?? 0
  const headings = {
    critiques: 'Critiques',
    data: 'Data',
    results: 'Results',
    homework: 'Homework library',
    feedback: 'Feedback',
    resources: 'Resources',
  }
  const links: string[] = []
  for (const path of ['critiques', 'results', 'homework']) {
    const data = { path, registration_id: id, coda: true }
    const origin = new URL(page.url()).origin
    const reply = await page.request.post('/v1/dance360/share-links', { data, headers: { origin } })
    links.push(new URL(((await reply.json()) as { url: string }).url).pathname)
  }
  const visitor = await (await browser.newContext()).newPage()
  for (const width of [1440, 390]) {
    await resizeTo(page, { width, height: 844 })
    await resizeTo(visitor, { width, height: 844 })
    for (const [tab, name] of Object.entries(headings)) {
      await page.goto(`/event/${id}/coda/${tab}`)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      // The page is the same at both widths; its looks are not.
      if (width === 390) await expectAccessible(page)
      await expectNoOverflow(page)
    }
    for (const link of links) {
      await visitor.goto(link)
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
      if (width === 390) await expectAccessible(visitor)
      await expectNoOverflow(visitor)
    }
  }

  await page.goto(`/event/${id}/coda/results`)
  await expect(page.getByRole('heading', { name: 'Scholarships' })).toBeVisible()
  const paper = await pdfPages(await page.pdf({ format: 'Letter' }))
  // A page that a long panel left empty has a heading or nothing; the last one holds what is left.
  for (const words of paper.slice(0, -1)) expect(words.length).toBeGreaterThan(150)
  // A panel drawn over another one would be read in the middle of it.
  expect(paper.join(' ')).toMatch(/9 The Understudy(?:(?!Special awards).)*90\.5.*Special awards.*Scholarships/)
})
