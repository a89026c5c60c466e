import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallInput, Reply, Route } from '../../api/call.ts'
import { finalRefusal, refusalIn } from './final-refusal.ts'
import {
  addSheet,
  clearStore,
  openSheetStore,
  queueHeldSheets,
  readPack,
  readSheets,
  savePack,
  settleSheets,
  type LocalSheet,
  type Pack,
  type SheetAnswer,
  type SheetStore,
} from './sheet-store.ts'
import type { TabletRecorder } from './use-recorder.ts'

/** Version of the page, which the board shows. */
const appVersion = '1'
const heartbeatMilliseconds = 15_000
const batchSize = 100

/** The server will not take this call, however often it is made. */
class RefusedCall extends Error {}

class SignedOutDevice extends Error {
  constructor() {
    super('The office has disconnected this tablet, or its city is over.')
  }
}

/**
 * A call of the device. Its own fetch: the page lives without a network, so a call fails at once and is made again by the
 * next heartbeat.
 */
async function send<R extends Route>(route: R, body?: CallInput<R> extends { body?: infer Body } ? Body : never) {
  const [method = 'GET', path = ''] = route.split(' ')
  const reply = await fetch(path, {
    method,
    signal: AbortSignal.timeout(10_000),
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (reply.status === 401) throw new SignedOutDevice()
  if (!reply.ok) {
    const text = await reply.text()
    const refusal = finalRefusal(reply.status, text)
    if (refusal !== null) throw new RefusedCall(refusal)
    throw new Error(refusalIn(text) ?? 'The server did not accept it.')
  }
  // The cast: the contract's shape wrote the answer.
  return (reply.status === 204 ? {} : await reply.json()) as Reply<R>
}

type SheetToSend = NonNullable<CallInput<'POST /v1/judging/sheets'>['body']>['sheets'][number]

/**
 * Sends sheets in order; answers each. A call is taken or refused as a whole, and one sheet that no call may carry must
 * not keep the others: a refused call is halved until that sheet stands alone, and its answer is added to `loneRefusals`.
 */
async function sendSheets(
  sheets: readonly SheetToSend[],
  loneRefusals: SheetAnswer[],
): Promise<readonly SheetAnswer[]> {
  try {
    return (await send('POST /v1/judging/sheets', { sheets: [...sheets] })).sheets
  } catch (error) {
    const [only, ...others] = sheets
    if (!(error instanceof RefusedCall) || !only) throw error
    if (others.length === 0) {
      const { client_id } = only
      const answer: SheetAnswer = { client_id, status: 'refused', message: error.message, entry_is_out: false }
      loneRefusals.push(answer)
      return [answer]
    }
    const middle = Math.ceil(sheets.length / 2)
    const before = await sendSheets(sheets.slice(0, middle), loneRefusals)
    return [...before, ...(await sendSheets(sheets.slice(middle), loneRefusals))]
  }
}

async function batteryPercent(): Promise<number | null> {
  if (!('getBattery' in navigator)) return null
  const battery = await (navigator.getBattery as () => Promise<{ level: number }>)()
  return Math.round(battery.level * 100)
}

type Phase = 'opening' | 'unpaired' | 'ready'

type TabletState = {
  phase: Phase
  pack: Pack | null
  sheets: readonly LocalSheet[]
  isOnline: boolean
  /** Another device has this seat. */
  isReplaced: boolean
  /** The office took the device off its seat, or the days of its city are over. */
  isSignedOut: boolean
}

/** The judge's seat on this device: its pack, its sheets, and their way to the server. docs/rules/judging.md. */
export function useTablet({ vitals, send: sendRecordings }: Pick<TabletRecorder, 'vitals' | 'send'>) {
  const storeRef = useRef<SheetStore | null>(null)
  const isSending = useRef(false)
  const [state, setState] = useState<TabletState>({
    phase: 'opening',
    pack: null,
    sheets: [],
    isOnline: navigator.onLine,
    isReplaced: false,
    isSignedOut: false,
  })
  const patch = useCallback((part: Partial<TabletState>) => setState((before) => ({ ...before, ...part })), [])

  const showSheets = useCallback(async () => {
    const store = storeRef.current
    if (store) patch({ sheets: await readSheets(store) })
  }, [patch])

  /** Sends what waits, oldest first, until nothing does. One sending at a time. */
  const flush = useCallback(async (): Promise<void> => {
    const store = storeRef.current
    if (!store || isSending.current) return
    isSending.current = true
    try {
      for (;;) {
        const waiting = (await readSheets(store)).filter(({ status }) => status === 'queued').slice(0, batchSize)
        if (waiting.length === 0) break
        const sheets = waiting.map(({ sequence: _, status: _status, message: _message, ...sheet }) => sheet)
        const loneRefusals: SheetAnswer[] = []
        const answers = await sendSheets(sheets, loneRefusals)
        // Of several not one: the fault is not the sheets', so they wait for the next time.
        if (answers.length > 1 && loneRefusals.length === answers.length) throw new Error('No sheet was taken.')
        await settleSheets(store, answers)
      }
      patch({ isOnline: true })
    } finally {
      isSending.current = false
      await showSheets()
    }
  }, [patch, showSheets])

  const loadPack = useCallback(async (): Promise<void> => {
    const store = storeRef.current
    if (!store) return
    const before = await readPack(store)
    const reply = await fetch('/v1/judging/pack', {
      signal: AbortSignal.timeout(10_000),
      headers: before ? { 'if-none-match': before.etag } : {},
    })
    if (reply.status === 401) throw new SignedOutDevice()
    if (reply.status === 304 || !reply.ok) return
    // The cast: the contract's shape wrote the answer.
    const pack = (await reply.json()) as Pack
    if (before && before.pack.seat.id !== pack.seat.id) {
      // The device was paired with another seat: sheets of the one before are not this one's.
      await clearStore(store)
      await showSheets()
    }
    await savePack(store, pack, reply.headers.get('etag') ?? '')
    patch({ pack, phase: 'ready' })
  }, [patch, showSheets])

  const beat = useCallback(async (): Promise<void> => {
    const store = storeRef.current
    if (!store) return
    try {
      const queued = (await readSheets(store)).filter(({ status }) => status === 'queued').length
      const { replaced } = await send('POST /v1/judging/heartbeat', {
        ...{ battery: await batteryPercent(), queued_sheets: queued, app_version: appVersion },
        ...(await vitals()),
        clock: new Date().toISOString(),
      })
      patch({ isOnline: true, isReplaced: replaced, isSignedOut: false })
      await flush()
      await loadPack()
      const current = await readPack(store)
      // Once a beat: a pack that is older than the office's last word would send a held mark in vain without end.
      if (current && (await queueHeldSheets(store, current.pack.entries)) > 0) await flush()
      // Marks go first: they are a thousandth of what a recording is.
      if (current) await sendRecordings(current.pack.seat.id)
    } catch (error) {
      // The page was left meanwhile.
      if (storeRef.current !== store) return
      if (error instanceof SignedOutDevice) {
        const pack = await readPack(store)
        patch(pack ? { isSignedOut: true } : { phase: 'unpaired' })
      } else patch({ isOnline: false })
    }
  }, [flush, loadPack, patch, vitals, sendRecordings])

  useEffect(() => {
    let isGone = false
    const open = async () => {
      const store = await openSheetStore()
      if (isGone) return store.close()
      storeRef.current = store
      const pack = (await readPack(store))?.pack ?? null
      const sheets = await readSheets(store)
      patch({ pack, sheets, phase: pack ? 'ready' : 'opening' })
      await navigator.storage?.persist?.()
      await beat()
      if (!isGone && !(await readPack(store))) patch({ phase: 'unpaired' })
    }
    open().catch((error: unknown) => {
      // The page was left meanwhile, and its store closed under a reading.
      if (!isGone) throw error
    })
    const timer = setInterval(() => void beat(), heartbeatMilliseconds)
    const onOnline = () => void beat()
    const onOffline = () => patch({ isOnline: false })
    window.addEventListener('online', onOnline)
    window.addEventListener('offline', onOffline)
    return () => {
      isGone = true
      clearInterval(timer)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('offline', onOffline)
      storeRef.current?.close()
      storeRef.current = null
    }
  }, [beat, patch])

  /** Stores a mark on this device, and then tries to send it. Resolves to the sheet once it is stored. */
  async function mark(
    sheet: Omit<LocalSheet, 'client_id' | 'sequence' | 'revision' | 'marked_at' | 'status' | 'message'>,
  ) {
    const store = storeRef.current
    if (!store) throw new Error('The store of this device is closed.')
    const packSheet = state.pack?.sheets.find((one) => one.registration_routine_id === sheet.registration_routine_id)
    const storedSheet = await addSheet(
      store,
      { ...sheet, marked_at: new Date().toISOString() },
      packSheet?.revision ?? 0,
    )
    await showSheets()
    flush().catch(() => patch({ isOnline: false }))
    return storedSheet
  }

  async function pair(pairing_id: number, code: string): Promise<void> {
    // Marks go to the seat that they were made for, while the device still has its token.
    await flush().catch(() => {})
    await send('POST /v1/judging/pair', { pairing_id, code })
    await loadPack()
    await beat()
  }

  async function verify(clientIds: readonly string[]): Promise<void> {
    await flush()
    await send('POST /v1/judging/verify', { client_ids: [...clientIds] })
    await loadPack()
  }

  return { ...state, mark, pair, verify, refresh: beat }
}

export type Tablet = ReturnType<typeof useTablet>
