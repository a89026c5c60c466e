import { foldName, foldWords, hasWords } from '@callboard/domain/kernel/fold-text.ts'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { copiedEntries, takesNoMusic } from '@callboard/domain/registrations/routines/copying.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import { failureWords } from '../../api/failure.ts'
import { useRead } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { RestoredNotice } from '../../ui/RestoredNotice.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { CompetitionProps } from './competition.ts'
import { tryCopies } from './copies.ts'
import { CopyPreview } from './CopyPreview.tsx'
import styles from './Several.module.css'
import { SeveralFoot } from './SeveralFoot.tsx'
import { routinesText, useOneCall, useTotals } from './use-several.ts'

type Previous = Reply<'GET /v1/dance360/routines/previous'>[number]
type CopyDialogProps = CompetitionProps & {
  words: { title: string; act: string; done: string }
  onClose: () => void
}

const nobody: readonly never[] = []
const noRoutines: readonly number[] = []
const noDivisions: Readonly<Record<number, number>> = {}
/** As many as are entered by one call. */
const most = 200

/** Routines of other cities, ticked, seen as they will be here, and entered together. COPY-003, COPY-007 to COPY-014. */
export function CopyDialog({ registration, facts, acts, go, words, onClose }: CopyDialogProps) {
  const formDraft = useDraft('routine-copies', registration.id)
  const usedIds = useMemo(() => copiedEntries(registration), [registration])
  const [keptTicks, setTicked] = useDraftState(formDraft, 'ticked', noRoutines)
  // Another tab may have copied one of them since it was ticked.
  const ticked = useMemo(() => keptTicks.filter((id) => !usedIds.has(id)), [keptTicks, usedIds])
  const [divisions, setDivisions] = useDraftState(formDraft, 'divisions', noDivisions)
  const { pending, send } = useOneCall(go, formDraft, onClose)
  const noMusic = takesNoMusic({ virtual: false }, facts)
  const [music, setMusic] = useDraftState(formDraft, 'music', !noMusic)
  const listed = useRead('GET /v1/dance360/routines/previous', { query: { tour_date_id: facts.tour_date.id } })
  const details = useRead(
    'GET /v1/dance360/routines/previous-details',
    { query: { registrations_routine_ids: ticked.join(',') } },
    { enabled: ticked.length > 0, keepsPage: true },
  )

  const previousDetails = details.data ?? nobody
  const { copies, after } = useMemo(() => {
    const byId = new Map(previousDetails.map((one) => [one.registrations_routine_id, one]))
    const selectedRoutines = ticked.flatMap((id) => byId.get(id) ?? [])
    return tryCopies(selectedRoutines, music, divisions, registration, facts)
  }, [previousDetails, ticked, music, divisions, registration, facts])
  const fit = copies.filter(({ refusal }) => refusal === null)
  const waits = copies.length < ticked.length
  const total = useTotals(registration, after, facts)

  const loadError = listed.error ?? (ticked.length > 0 ? details.error : null)
  return (
    <Dialog opened title={words.title} onCancel={onClose} width={780}>
      <div className={styles['dialog']}>
        <RestoredNotice draft={formDraft} />
        <p className={styles['note']}>
          Dancers who are not in the full workshop cannot compete. They are left out of the copy and listed below.
        </p>
        {loadError && (
          <p className={styles['refused']} role="alert">
            {failureWords(loadError).message}
          </p>
        )}
        {listed.data && (
          <PreviousList
            previous={listed.data}
            used={usedIds}
            ticked={ticked}
            onTick={(id) =>
              setTicked(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id].slice(0, most))
            }
          />
        )}
        {listed.isPending && <p className={styles['quiet']}>Looking for your routines…</p>}
        {listed.data && listed.data.length > 0 && (
          <fieldset className={styles['choice']} disabled={noMusic}>
            <legend>Copy the music?</legend>
            {[true, false].map((yes) => (
              <label key={String(yes)}>
                <input type="radio" name="copy_music" checked={music === yes} onChange={() => setMusic(yes)} />
                {yes ? 'Yes' : 'No'}
              </label>
            ))}
            {noMusic && (
              <span className={styles['quiet']}>{explain({ code: 'routine.virtual_music', field: 'copy_music' })}</span>
            )}
          </fieldset>
        )}
        {copies.length > 0 && (
          <section aria-label="Preview of the copies">
            <ul className={styles['steps']}>
              {copies.map((one) => (
                <CopyPreview
                  key={one.previous.registrations_routine_id}
                  copy={one}
                  music={music}
                  facts={facts}
                  onDivision={(id) => setDivisions({ ...divisions, [one.previous.registrations_routine_id]: id })}
                />
              ))}
            </ul>
          </section>
        )}
        <SeveralFoot
          label={fit.length === 0 ? words.act : `${words.act} ${routinesText(fit.length)}`}
          total={copies.length > 0 ? total : undefined}
          pending={pending}
          disabled={fit.length === 0 || waits}
          onClose={() => {
            formDraft.discard()
            onClose()
          }}
          act={() =>
            void send(
              () => acts.addRoutines(fit.map(({ draft }) => draft)),
              `${routinesText(fit.length)} ${words.done}`,
            )
          }
        />
      </div>
    </Dialog>
  )
}

type PreviousListProps = {
  previous: readonly Previous[]
  used: ReadonlySet<number>
  ticked: readonly number[]
  onTick: (id: number) => void
}

function PreviousList({ previous, used, ticked, onTick }: PreviousListProps) {
  const [searchText, setSearchText] = useState('')
  const looked = useDeferredValue(searchText).trim()
  const reason = useId()
  if (previous.length === 0) {
    // COMP-061.
    return <p className={styles['quiet']}>Sorry, you did not have any routines for this city.</p>
  }
  const words = foldWords(looked)
  const matchingRoutines = previous.filter((one) =>
    hasWords(foldName(`${one.name} ${one.event_name} ${one.city_name}`), words),
  )
  return (
    <div className={styles['box']}>
      <TextInput
        type="search"
        size="sm"
        className={styles['search'] ?? ''}
        aria-label="Find a routine"
        placeholder={`Find among ${previous.length}`}
        leftSection={<IconSearch className="icon" />}
        value={searchText}
        onChange={(event) => setSearchText(event.currentTarget.value)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard */}
      <ul className={styles['list']} aria-label="Previous routines" tabIndex={0}>
        {matchingRoutines.map(({ id, name, event_name, city_name }) => (
          <li key={id}>
            <label className={styles['row']} data-off={used.has(id) || undefined}>
              <input
                type="checkbox"
                checked={ticked.includes(id)}
                disabled={used.has(id)}
                aria-label={`${name}, ${event_name} ${city_name}`}
                {...(used.has(id) && { 'aria-describedby': `${reason}-${id}` })}
                onChange={() => onTick(id)}
              />
              <span className={styles['name']}>{name}</span>
              <span className={styles['quiet']}>
                {event_name} {city_name}
              </span>
              {used.has(id) && (
                <span className={styles['reason']} id={`${reason}-${id}`}>
                  Already in this registration
                </span>
              )}
            </label>
          </li>
        ))}
        {matchingRoutines.length === 0 && <li className={styles['none']}>No routine matches “{searchText}”.</li>}
      </ul>
    </div>
  )
}
