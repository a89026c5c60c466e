// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../web/src/app.tsx'
import { makeRouter } from '../../web/src/routes.tsx'
import { openStage } from '../kit.ts'
import { uploadsTo } from '../registrations/upload-kit.ts'
import { addAccount } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db } = stage
const desk = await addAccount(stage)
await db.insertInto('judges').values({ name: 'Ana Duarte' }).execute()

let uploading: Parameters<typeof uploadsTo>[1] = {}

beforeEach(async () => {
  uploading = {}
  const { cookie } = await stage.sessionOf(desk)
  vi.stubGlobal('fetch', stage.fetchAs(cookie))
  vi.stubGlobal('XMLHttpRequest', uploadsTo(stage, uploading))
  cleanup()
  window.history.replaceState(null, '', '/office/judges')
  const queries = new QueryClient()
  render(<App nonce="" queries={queries} router={makeRouter(queries)} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Pictures of Ana Duarte' }))
})

const part = async (name: string) => within(await screen.findByRole('region', { name }))
async function choose(name: string, label: RegExp, content: Buffer) {
  const file = new File([new Uint8Array(content)], 'ana.png', { type: 'image/png' })
  const field = await (await part(name)).findByLabelText(label, { selector: 'input' })
  fireEvent.change(field, { target: { files: [file] } })
  await waitFor(() => expect(uploading.send).toBeDefined())
  const { send } = uploading
  delete uploading.send
  return { send: async () => send?.() }
}
const drawing = (color: string) =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: color } })
    .png()
    .toBuffer()
const keyOf = async (kind: 'headshot_key' | 'signature_key') =>
  (await db.selectFrom('judges').select(kind).executeTakeFirstOrThrow())[kind]

test('OFF-031 RES-008 the office gives a judge a photo and a signature, exchanges and deletes them', async () => {
  await (await choose('Photo', /^Photo/, await drawing('#1F4E79'))).send()
  await (await part('Photo')).findByRole('img', { name: 'Photo of Ana Duarte' })
  expect(await keyOf('headshot_key')).toMatch(/^judges\/\d+\/headshot\/[\w-]+\.jpg$/)
  const before = await keyOf('signature_key')
  await (await choose('Signature', /signature/i, await drawing('#000000'))).send()
  await waitFor(async () => expect(await keyOf('signature_key')).not.toBe(before))

  const firstKey = await keyOf('headshot_key')
  await (await choose('Photo', /^Another photo/, await drawing('#FFD400'))).send()
  await waitFor(async () => expect(await keyOf('headshot_key')).not.toBe(firstKey))
  fireEvent.click((await part('Photo')).getByRole('button', { name: 'Delete the photo' }))
  await waitFor(async () => expect((await part('Photo')).queryByRole('img')).toBeNull())
  expect([await keyOf('headshot_key'), (await keyOf('signature_key')) !== null]).toEqual([null, true])
})

test('OFF-031 a file that is no picture is refused with its reason, and a canceled upload changes nothing', async () => {
  const notPicture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" />')
  await (await choose('Photo', /^Photo/, notPicture)).send()
  await (await part('Photo')).findByText(/^Invalid media file\./)
  const photo = await part('Photo')
  const { send } = await choose('Photo', /^Photo/, await drawing('#1F4E79'))
  fireEvent.click(await photo.findByRole('button', { name: /^Cancel/ }))
  await waitFor(() => expect(photo.queryByRole('progressbar')).toBeNull())
  const words = () => screen.getByRole('region', { name: 'Photo' }).textContent
  expect(words()).not.toMatch(/Invalid|canceled|Something/)
  // Its last bytes arrive all the same: nobody waits for them any more.
  await send()
  // A whole upload takes longer than the rest of the canceled one would.
  const before = await keyOf('signature_key')
  await (await choose('Signature', /signature/i, await drawing('#000000'))).send()
  await waitFor(async () => expect(await keyOf('signature_key')).not.toBe(before))
  expect(await keyOf('headshot_key')).toBeNull()
})
