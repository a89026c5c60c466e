import { takesTime } from '@callboard/domain/running-order/entry-state.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useUnsavedEntries } from './draft-storage.ts'
import { isUnsaved } from './entry-draft.ts'
import { EntryScreen } from './EntryScreen.tsx'
import { isPairingAddress, PairForm } from './PairForm.tsx'
import { RecorderBar } from './RecorderBar.tsx'
import { ReviewScreen } from './ReviewScreen.tsx'
import { entryMarks, heldCount, isUnsent, queuedCount, unacceptedSheets } from './entry-marks.ts'
import { keepForOffline, takeOverWhenIdle } from './offline-files.ts'
import type { PackEntry } from './sheet-store.ts'
import { StageHint } from './StageHint.tsx'
import styles from './Tablet.module.css'
import { useStageHint } from './use-stage-hint.ts'
import { useRecorder, type TabletRecorder } from './use-recorder.ts'
import { useTablet, type Tablet } from './use-tablet.ts'

const loadHandOver = () => import('./HandOverScreen.tsx')
// Most tablets never draw a code.
const HandOverScreen = lazy(() => loadHandOver().then((file) => ({ default: file.HandOverScreen })))

/** The page of a judge's tablet: one entry large, a keypad, and what still waits to be sent. Works without a network. */
export function TabletPage() {
  const recorder = useRecorder()
  const tablet = useTablet(recorder)
  const waiting = queuedCount(tablet.sheets)
  const heldMarks = heldCount(tablet.sheets)
  const [isPairing, setPairing] = useState(() => isPairingAddress(location.search))
  useEffect(() => keepForOffline(loadHandOver), [])
  // Until the store is open, nobody knows what waits in it.
  const isIdle = tablet.phase !== 'opening' && waiting === 0
  useEffect(() => {
    if (isIdle) void takeOverWhenIdle()
  }, [isIdle])
  useWakeLock(tablet.phase === 'ready')
  useEffect(() => {
    document.title = 'Judge | Callboard'
  }, [])
  return (
    <main className={styles['page']} id="content" tabIndex={-1}>
      {tablet.phase === 'opening' && <p className={styles['quiet']}>Opening…</p>}
      {tablet.phase !== 'opening' &&
        (isPairing || !tablet.pack ? (
          <PairForm tablet={tablet} waiting={waiting + heldMarks} onClose={() => setPairing(false)} />
        ) : (
          <SeatScreen
            tablet={tablet}
            recorder={recorder}
            pack={tablet.pack}
            waiting={waiting}
            heldMarks={heldMarks}
            onPair={() => setPairing(true)}
          />
        ))}
    </main>
  )
}

/** Keeps the screen on while the page is in front; the browser ends it whenever the page is hidden. */
function useWakeLock(isOn: boolean) {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isGone = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      // A device with a low battery refuses.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isGone) void lock?.release()
    }
    const onChange = () => void hold()
    void hold()
    document.addEventListener('visibilitychange', onChange)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', onChange)
      void lock?.release()
    }
  }, [isOn])
}

type SeatScreenProps = {
  tablet: Tablet
  recorder: TabletRecorder
  pack: NonNullable<Tablet['pack']>
  waiting: number
  heldMarks: number
  onPair: () => void
}

/**
 * The open entry among those that are judged: the first without a mark, then the one that the judge goes to. It stays
 * when the pack brings others before it or loses some; where it is gone itself, the one in its place opens.
 */
function useOpenEntry(judged: readonly PackEntry[], firstOpen: number) {
  const [open, setOpen] = useState<{ id: number; index: number } | null>(null)
  const openIndex = judged.findIndex(({ id }) => id === open?.id)
  const index =
    openIndex >= 0 ? openIndex : Math.min(open?.index ?? Math.max(0, firstOpen), Math.max(0, judged.length - 1))
  const entry = judged[index]
  if (entry && entry.id !== open?.id) setOpen({ id: entry.id, index })
  const setIndex = (next: number) => {
    const chosenEntry = judged[next]
    if (chosenEntry) setOpen({ id: chosenEntry.id, index: next })
  }
  return { entry, index, setIndex }
}

function SeatScreen({ tablet, recorder, pack, waiting, heldMarks, onPair }: SeatScreenProps) {
  const marks = entryMarks(pack, tablet.sheets)
  const unaccepted = unacceptedSheets(pack, tablet.sheets)
  const judged = pack.entries.filter(({ recused, state }) => !recused && takesTime(state))
  const { entry, index, setIndex } = useOpenEntry(
    judged,
    judged.findIndex(({ id }) => !marks.has(id)),
  )
  const [view, setView] = useState<'entry' | 'review' | 'hand over'>('entry')
  const onStage = useStageHint(tablet.isOnline)
  const draftIds = useUnsavedEntries()
  // The open entry is being typed.
  const isLeft = ({ id }: PackEntry) => view !== 'entry' || id !== entry?.id
  const unsavedIds = judged
    .filter((one) => draftIds.includes(one.id) && isLeft(one))
    .flatMap(({ id }) => (isUnsaved(id, marks.get(id), pack.scale) ? [id] : []))
  return (
    <>
      <header className={styles['head']}>
        <span>
          <b>{pack.seat.judge ?? `Judge ${pack.seat.position}`}</b>
          <span className={styles['quiet']}>
            {pack.event} {pack.city}, {pack.seat.panel}, seat {pack.seat.position}
          </span>
        </span>
        <QueueLight
          waiting={waiting}
          heldMarks={heldMarks}
          unaccepted={unaccepted.length}
          unsaved={unsavedIds.length}
          isOnline={tablet.isOnline}
          isSignedOut={tablet.isSignedOut}
        />
        <span className={styles['row']}>
          {(['hand over', 'review'] as const).map((name) => (
            <Button
              key={name}
              size="lg"
              variant="default"
              className={styles['target']}
              onClick={() => setView(view === name ? 'entry' : name)}
            >
              {view === name ? 'Back to judging' : name === 'review' ? 'Review' : 'Hand over'}
            </Button>
          ))}
        </span>
      </header>
      {tablet.isReplaced && (
        <p role="alert" className={styles['alert']}>
          Another device has taken this seat. Marks from here do not count until the tabulator chooses them.
        </p>
      )}
      {tablet.isSignedOut && (
        <div role="alert" className={styles['alert']}>
          <p>The office has disconnected this tablet, or its city is over. Marks from here are not sent.</p>
          <Button size="lg" className={styles['target']} onClick={onPair}>
            Pair this tablet again
          </Button>
        </div>
      )}
      {entry && <RecorderBar recorder={recorder} entry={entry} seat_id={pack.seat.id} />}
      {view === 'entry' && (
        <StageHint onStage={onStage} entries={judged} current={entry} onOpen={(at) => setIndex(at)} />
      )}
      {view === 'hand over' ? (
        <Suspense fallback={<p className={styles['quiet']}>Loading</p>}>
          <HandOverScreen pack={pack} sheets={tablet.sheets.filter(isUnsent)} />
        </Suspense>
      ) : view === 'review' ? (
        <ReviewScreen
          tablet={tablet}
          pack={pack}
          entries={judged}
          marks={marks}
          unaccepted={unaccepted}
          unsavedIds={unsavedIds}
          onOpen={(id) => {
            setIndex(judged.findIndex((one) => one.id === id))
            setView('entry')
          }}
        />
      ) : entry ? (
        <EntryScreen
          key={entry.id}
          entry={entry}
          pack={pack}
          mark={marks.get(entry.id)}
          place={{ index, count: judged.length }}
          onStore={tablet.mark}
          onMove={(step) => setIndex(Math.min(judged.length - 1, Math.max(0, index + step)))}
          recordingMs={recorder.positionMs}
        />
      ) : (
        <p className={styles['quiet']}>No entries yet. They appear once the running order is published.</p>
      )}
    </>
  )
}

type QueueLightProps = Pick<Tablet, 'isOnline' | 'isSignedOut'> & {
  waiting: number
  heldMarks: number
  unaccepted: number
  unsaved: number
}

/** Says whether the marks of this tablet have arrived; if not, how many and why. */
function QueueLight({ waiting, heldMarks, unaccepted, unsaved, isOnline, isSignedOut }: QueueLightProps) {
  const isClear = isOnline && !isSignedOut && unaccepted === 0 && unsaved === 0
  const state = waiting > 0 ? 'waiting' : isClear ? 'clear' : 'offline'
  const words = () => {
    if (waiting > 0) return `${waiting} saved on this tablet, not sent yet`
    if (isSignedOut) return 'Not paired'
    if (!isOnline) return 'No network. Marks are saved on this tablet.'
    if (unaccepted > 0) return `${unaccepted} not accepted: see Review`
    if (heldMarks > 0) return `All sent but ${heldMarks}: ${heldMarks === 1 ? 'its entry is' : 'their entries are'} out`
    return unsaved > 0 ? '' : 'All sent'
  }
  const unsavedWords =
    unsaved > 0 && `${unsaved === 1 ? '1 entry has' : `${unsaved} entries have`} changes that are not saved: see Review`
  return (
    <output className={styles['light']} data-state={state}>
      {[words().replace(/\.$/, ''), unsavedWords].filter(Boolean).join('. ')}
    </output>
  )
}
