import { readHandOverCode } from '@callboard/domain/judging/hand-over.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { failureSentence } from '../../../api/failure.ts'
import { ReplyError } from '../../../api/reply-error.ts'
import { settledMarks } from './city-results.ts'
import {
  openLaptopStore,
  readCodes,
  readCopy,
  readMarks,
  removeCity,
  removeCodes,
  removeMarks,
  saveCodes,
  saveCopy,
  saveMark,
  type CityCopy,
  type LaptopStore,
  type TypedMark,
} from './laptop-store.ts'

const refreshMilliseconds = 20_000
/** A venue's line is slow or dead: a read that takes longer is made again later. */
const readLimitMilliseconds = 15_000

/** `sign_in`: the server no longer knows who works here. */
type Contact = 'waiting' | 'online' | 'offline' | 'sign_in'

type LaptopState = {
  copy: CityCopy | null
  marks: readonly TypedMark[]
  codes: readonly string[]
  isOpen: boolean
  contact: Contact
  isSending: boolean
  /** Why the server did not take what was sent, or this browser cannot store. */
  problem: string
}

const atStart: LaptopState = {
  ...{ copy: null, marks: [], codes: [], isOpen: false, contact: 'waiting', isSending: false, problem: '' },
}

/** Nobody is led away from the page: what it has is needed exactly when the server is not there. */
const options = () => ({ isDevice: true, signal: AbortSignal.timeout(readLimitMilliseconds) })

const contactAfter = (failure: unknown): Contact =>
  failure instanceof ReplyError && (failure.status === 401 || failure.status === 403) ? 'sign_in' : 'offline'

/** A city on this laptop: its copy, the marks that only it has, and their way to the server. docs/rules/judging.md. */
export function useLaptop(tour_date_id: number) {
  const storeRef = useRef<LaptopStore | null>(null)
  const isReading = useRef(false)
  const [state, setState] = useState(atStart)
  const patch = useCallback((part: Partial<LaptopState>) => setState((before) => ({ ...before, ...part })), [])

  const show = useCallback(async () => {
    const store = storeRef.current
    if (!store) return
    const copy = (await readCopy(store, tour_date_id)) ?? null
    const marks = await readMarks(store, tour_date_id)
    patch({ copy, marks, codes: await readCodes(store, tour_date_id), isOpen: true })
  }, [patch, tour_date_id])

  const refresh = useCallback(async () => {
    const store = storeRef.current
    if (!store || isReading.current) return
    isReading.current = true
    try {
      const query = { tour_date_id }
      const [pack, grid] = await Promise.all([
        call('GET /v1/office/awards-pack', { query }, options()),
        call('GET /v1/office/scores', { query }, options()),
      ])
      await saveCopy(store, { tour_date_id, pack, grid, saved_at: Date.now() })
      const settled = settledMarks(await readMarks(store, tour_date_id), grid)
      await removeMarks(
        store,
        settled.map(({ client_id }) => client_id),
      )
      patch({ contact: 'online' })
      await show()
    } catch (failure) {
      patch({ contact: contactAfter(failure) })
    } finally {
      isReading.current = false
    }
  }, [patch, show, tour_date_id])

  useEffect(() => {
    let isGone = false
    const open = async () => {
      const store = await openLaptopStore()
      if (isGone) return store.close()
      storeRef.current = store
      await show()
      await refresh()
    }
    open().catch(() =>
      patch({ problem: 'This browser does not let the page store anything. Leave private mode.', isOpen: true }),
    )
    const look = () => void (document.visibilityState === 'visible' && refresh())
    const timer = setInterval(look, refreshMilliseconds)
    window.addEventListener('online', look)
    return () => {
      isGone = true
      clearInterval(timer)
      window.removeEventListener('online', look)
      storeRef.current?.close()
      storeRef.current = null
    }
  }, [patch, refresh, show])

  /** Runs a change of the store and shows what it left. */
  async function keep(write: (store: LaptopStore) => Promise<void>): Promise<boolean> {
    const store = storeRef.current
    if (!store) return false
    try {
      await write(store)
      await show()
      return true
    } catch {
      patch({ problem: 'This laptop could not store it. Free some space, and try again.' })
      return false
    }
  }

  async function sendMark(store: LaptopStore, mark: TypedMark) {
    const { entry_id, seat_id, revision, points, criteria, client_id } = mark
    const body = { registration_routine_id: entry_id, seat_id, revision, client_id, points, criteria }
    try {
      // An unusual mark was asked about when it was typed.
      await call('POST /v1/office/scores', { body: { ...body, accept_unusual: true } }, { isDevice: true })
      await saveMark(store, { ...mark, is_sent: true, message: '' })
    } catch (failure) {
      if (!(failure instanceof ReplyError) || failure.status < 400 || failure.status === 401) throw failure
      await saveMark(store, { ...mark, message: failureSentence(failure) ?? '' })
    }
  }

  async function sendCodes(store: LaptopStore, codes: readonly string[]) {
    for (const device_id of new Set(codes.map((code) => readHandOverCode(code)?.device_id))) {
      const own = codes.filter((code) => readHandOverCode(code)?.device_id === device_id)
      await call('POST /v1/office/scores/receive', { body: { codes: own } }, { isDevice: true })
      await removeCodes(store, own)
    }
  }

  /** Sends the marks that only this laptop has. One that the server refuses stays, with its reason. */
  async function send() {
    const store = storeRef.current
    if (!store) return
    patch({ isSending: true, problem: '' })
    try {
      for (const mark of state.marks) if (!mark.is_sent) await sendMark(store, mark)
      await sendCodes(store, state.codes)
    } catch (failure) {
      if (!(failure instanceof ReplyError)) throw failure
      patch({ problem: failureSentence(failure) ?? '', contact: failure.status === 401 ? 'sign_in' : state.contact })
    } finally {
      patch({ isSending: false })
      await show()
      await refresh()
    }
  }

  return {
    ...state,
    refresh,
    send,
    addMark: (mark: TypedMark) => keep((store) => saveMark(store, mark)),
    removeMark: ({ client_id }: TypedMark) => keep((store) => removeMarks(store, [client_id])),
    addCodes: (codes: readonly string[]) => keep((store) => saveCodes(store, tour_date_id, codes)),
    removeCodes: (codes: readonly string[]) => keep((store) => removeCodes(store, codes)),
    forget: () => keep((store) => removeCity(store, tour_date_id)),
  }
}

export type Laptop = ReturnType<typeof useLaptop>
