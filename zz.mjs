import { chromium } from 'playwright-core'
const base = 'http://localhost:4105'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
const ctx = await b.newContext({ viewport: { width: 1440, height: 900 } })
const p = await ctx.newPage()
const signIn = async (email) => { await p.goto(base + '/dev/sign-in'); await p.locator('li', { hasText: email }).getByText(/Sign in as/).click(); await p.waitForTimeout(2500) }
await signIn('office@callboard.example')
const r = await p.evaluate(async () => {
  const csrf = document.cookie
  const g = await (await fetch('/v1/office/scores?tour_date_id=5')).json()
  const out = []; for (const bl of g.blocks) { const y = await fetch('/v1/office/blocks/' + bl.id + '/lock', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ locked: false, reason: 'A mark was typed wrong' }) }); out.push(y.status) }
  for (const e of g.entries.filter((e) => e.state === 'danced').slice(0, 3)) {
    const x = await fetch('/v1/office/deductions', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ registration_routine_id: e.id, code: 'overtime', points: 800, reason: '' }) })
    out.push(x.status, (await x.text()).slice(0, 100))
  }
  return out
})
console.log(r)
await p.goto(base + '/office/tour-dates/5/release'); await p.waitForTimeout(2500)
await p.screenshot({ path: '/tmp/w/me-scratch/rel1440.png' })
await p.setViewportSize({ width: 390, height: 844 }); await p.waitForTimeout(500)
await p.getByRole('heading', { name: 'What changes for studios' }).scrollIntoViewIfNeeded()
await p.screenshot({ path: '/tmp/w/me-scratch/rel390.png' })
await p.goto(base + '/office/tour-dates/5/scores'); await p.waitForTimeout(2500); await p.screenshot({ path: '/tmp/w/me-scratch/scores390.png' })
await p.setViewportSize({ width: 1440, height: 900 }); await p.goto(base + '/office/lists'); await p.waitForTimeout(2000); console.log(p.url()); await p.screenshot({ path: '/tmp/w/me-scratch/lists.png' })
await b.close()
