import { chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { test } from 'vitest'
import { createServer } from 'vite'
import { openTill } from './kit.ts'

const till = await openTill({ timeoutMs: 1500 })
const at = 'http://127.0.0.1:3185'
const alias = { '@tabler/icons-react': '@tabler/icons-react/dist/esm/icons/index.mjs' }

test('shots', async () => {
  const vite = await createServer({
    configFile: false,
    root: '/tmp/pay-harness',
    plugins: [react()],
    logLevel: 'error',
    resolve: { alias },
    server: { port: 3185, strictPort: true, host: '127.0.0.1', fs: { strict: false }, proxy: { '/v1': till.origin } },
  })
  await vite.listen()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
  try {
    const payer = await till.payer({}, { compete: true })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const signIn = async (user_id: number) => {
      const { cookie } = await till.sessionOf(user_id)
      await context.addCookies([{ name: 'callboard_session', value: cookie.split('=')[1] ?? '', url: at }])
    }
    await signIn(payer.studio.user_id)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    page.on('pageerror', (e) => console.log('pageerror', e.message))
    const bodies: string[] = []
    page.on('request', (r) => void (r.url().includes(':3185') && bodies.push(r.postData() ?? '')))
    const shot = async (name: string) => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.waitForTimeout(250)
        await page.screenshot({ path: `/tmp/pay-harness/${name}-${width}.png`, fullPage: true })
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.addScriptTag({ path: '/work/main/node_modules/axe-core/axe.min.js' })
      const found = await page.evaluate(`axe.run({ iframes: false }).then(({ violations }) =>
        violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html).join(' | ').slice(0, 300)))`)
      console.log('axe', name, found)
    }
    const step = async (name: string, act: () => Promise<unknown>) => {
      try {
        await act()
      } catch (e) {
        console.log('FAILED', name, String(e).slice(0, 500))
        await page.screenshot({ path: `/tmp/pay-harness/failed-${name}.png`, fullPage: true })
      }
    }
    const pay = page.getByRole('button', { name: /^Pay / })
    const inFrame = (title: string) => page.frameLocator(`iframe[title="${title}"]`).locator('input')
    const fill = async () => {
      await inFrame('Card number').fill('4111 1111 1111 1111')
      await inFrame('Exp. date').fill('12 / 30')
      await inFrame('CVV').fill('999')
    }
    await step('open', async () => {
      await page.goto(`${at}/?id=${payer.id}`)
      await pay.waitFor({ timeout: 60_000 })
      await inFrame('Card number').waitFor()
      await shot('new-card')
    })
    await step('decline', async () => {
      await page.getByRole('radio', { name: /Deposit/ }).check()
      await page.getByLabel('Save this card for future use').check({ force: true })
      await page.getByRole('button', { name: 'NEXT' }).click()
      await fill()
      await till.control.fault({ fault: 'decline', respond: { response_code: 202 } })
      await pay.click()
      await page.getByText('Nothing was charged').waitFor()
      await shot('declined')
    })
    await step('paid', async () => {
      await page.waitForTimeout(800)
      await fill()
      await pay.click()
      await page.getByText('We received your payment').waitFor()
      await shot('paid-deposit')
    })
    await step('unknown', async () => {
      await page.reload()
      await page.getByText('Saved cards').waitFor()
      await shot('saved')
      await till.control.fault({ fault: 'webhook_lost' })
      await till.control.fault({ fault: 'process_then_drop' })
      await pay.click()
      await page.getByText('Do not pay again').waitFor()
      await shot('confirming')
      const attempt = (await payer.attempts()).at(-1)
      if (attempt) await till.lookInto(attempt)
      await page.getByText('We received your payment').waitFor()
      await shot('resolved')
    })
    await step('check', async () => {
      const other = await till.payer()
      await signIn(other.studio.user_id)
      await page.goto(`${at}/?id=${other.id}`)
      await page.getByRole('radio', { name: /Check/ }).check()
      await page.getByLabel(/RESERVE/).pressSequentially('reserve my registration')
      await shot('check')
      await page.getByRole('button', { name: 'Add credit/vouchers' }).click()
      await page.getByLabel('From').fill('Spring raffle')
      await page.getByRole('textbox', { name: 'Amount' }).fill('25')
      await shot('credit')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('Your credit/vouchers have been applied!').waitFor()
      await page.getByRole('radio', { name: /Bank account/ }).check()
      await inFrame('Routing number').waitFor()
      await shot('bank')
    })
    await step('history', async () => {
      await signIn(payer.studio.user_id)
      await page.goto(`${at}/?id=${payer.id}&view=history`)
      await page.getByText('ONLINE').first().waitFor()
      await shot('history')
    })
    console.log('leak', bodies.some((b) => /4111 ?1111/.test(b)), 'agree', await till.agree(payer))
  } finally {
    await browser.close()
    await vite.close()
  }
}, 240_000)
