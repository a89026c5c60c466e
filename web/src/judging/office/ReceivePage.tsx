import { joinHandOvers, readHandOverCode } from '@callboard/domain/judging/hand-over.ts'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { failureSentence } from '../../api/failure.ts'
import { ReplyError } from '../../api/reply-error.ts'
import { paths } from '../../shell/paths.ts'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { RestoredNotice } from '../../ui/RestoredNotice.tsx'
import { Link } from '../../ui/Link.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CodeCamera } from './CodeCamera.tsx'
import styles from './Scores.module.css'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

type Received = Reply<'POST /v1/office/scores/receive'>
const noCodes: readonly string[] = []
const codePattern = /CALLBOARD-SHEETS [^\n]+/g

/** Takes in the marks that a tablet without a network shows as QR codes: by camera, or pasted as text. */
export function ReceivePage() {
  const id = useIdInPath()
  // Only for the title: marks are received without it too.
  const city = useRead('GET /v1/office/panels', { query: { tour_date_id: id } }).data
  const formDraft = useDraft('receive-marks', id)
  const [codes, setCodes] = useDraftState(formDraft, 'codes', noCodes)
  const [pasted, setPasted] = useDraftState(formDraft, 'pasted', '')
  const [problem, setProblem] = useState('')
  const [received, setReceived] = useState<readonly Received[]>([])
  const [pending, setPending] = useState(false)

  const add = useCallback(
    (next: readonly string[]) => {
      const readable = next.filter((code) => readHandOverCode(code) !== null)
      setProblem(readable.length < next.length ? 'This is not a code from a judge’s tablet.' : '')
      setCodes((before) => [...new Set([...before, ...readable])])
      return readable.length > 0
    },
    [setCodes],
  )
  function addPasted() {
    const codeTexts = pasted.match(codePattern) ?? []
    if (codeTexts.length === 0) return setProblem('This text has no code from a judge’s tablet.')
    if (add(codeTexts.map((code) => code.trim()))) setPasted('')
  }

  const handOvers = joinHandOvers(codes.flatMap((code) => readHandOverCode(code) ?? []))
  const missing = handOvers.reduce((total, handOver) => total + handOver.missing.length, 0)
  const devices = [...new Set(handOvers.map(({ device_id }) => device_id))]

  async function store() {
    setPending(true)
    setProblem('')
    try {
      for (const device_id of devices) {
        const own = codes.filter((code) => readHandOverCode(code)?.device_id === device_id)
        const answer = await call('POST /v1/office/scores/receive', { body: { codes: own } })
        setReceived((before) => [...before, answer])
        setCodes((before) => before.filter((code) => !own.includes(code)))
      }
      if (pasted.trim() === '') formDraft.clear()
    } catch (failure) {
      if (!(failure instanceof ReplyError)) throw failure
      setProblem(failureSentence(failure) ?? '')
    } finally {
      setPending(false)
    }
  }

  return (
    <div className={officeStyles['stack']}>
      <PageHeader title={city ? `Receive marks in ${city.city}` : 'Receive marks'} above={city?.event}>
        For a tablet without a network: the judge opens “Hand over”, and you scan every code.{' '}
        <Link to={paths.officeAt(`tour-dates/${id}/scores`)}>Scores</Link>
      </PageHeader>
      <CityNav id={id} />
      <Panel title="Codes">
        <RestoredNotice draft={formDraft} />
        <CodeCamera onRead={(code) => add([code])} />
        <LongTextField label="Code as text" lines={3} value={pasted} onChange={setPasted} error={undefined} optional />
        <p role="alert" className={styles['wrong']}>
          {problem}
        </p>
        <div className={styles['acts']}>
          <Button variant="default" disabled={pasted.trim() === ''} onClick={addPasted}>
            Add the code
          </Button>
          <Button disabled={codes.length === 0 || missing > 0} loading={pending} onClick={() => void store()}>
            Store the marks
          </Button>
          <output>
            {codes.length > 0 &&
              `${codes.length} ${codes.length === 1 ? 'code' : 'codes'} read${missing > 0 ? `, ${missing} missing` : ', all there'}`}
          </output>
        </div>
      </Panel>
      {received.map((answer, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- answers are only ever added, and two may be alike
        <ReceivedMarks key={index} received={answer} />
      ))}
    </div>
  )
}

const words = { stored: 'stored', duplicate: 'stored before', contested: 'contested' } as const

function ReceivedMarks({ received: { panel, position, sheets } }: { received: Received }) {
  const count = (status: string) => sheets.filter((sheet) => sheet.status === status).length
  const facts = Object.entries(words).flatMap(([status, word]) =>
    count(status) > 0 ? [`${count(status)} ${word}`] : [],
  )
  const refusedSheets = sheets.filter(({ message }) => message !== '')
  return (
    <Panel title={`${panel}, judge ${position}`}>
      <output>{facts.join(', ') || 'Nothing stored'}</output>
      <ul className={styles['seats']}>
        {refusedSheets.map(({ client_id, message }) => (
          <li key={client_id} className={styles['seat']}>
            Not accepted: {message}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
