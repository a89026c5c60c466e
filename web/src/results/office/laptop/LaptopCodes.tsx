import { joinHandOvers, readHandOverCode } from '@callboard/domain/judging/hand-over.ts'
import { Button, Stack } from '@mantine/core'
import { useCallback, useState } from 'react'
import { CodeCamera } from '../../../judging/office/CodeCamera.tsx'
import { Form } from '../../../ui/Form.tsx'
import { LongTextField } from '../../../ui/LongTextField.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useDraft, useDraftState } from '../../../ui/use-draft.ts'
import type { CityCopy } from './laptop-store.ts'
import styles from './Laptop.module.css'
import type { Laptop } from './use-laptop.ts'

const codePattern = /CALLBOARD-SHEETS [^\n]+/g

/** The judge of a device, as the city's panels name the seat. */
function judgeOf({ pack, grid }: CityCopy, device_id: number): string {
  const seat_id = pack.devices.find(({ id }) => id === device_id)?.seat_id
  for (const { name, seats } of grid.panels) {
    const seat = seats.find(({ id }) => id === seat_id)
    if (seat) return `${name}, judge ${seat.position}${seat.judge ? `, ${seat.judge}` : ''}`
  }
  return 'A tablet that this city does not know'
}

/** Takes in the codes of tablets without a network. They count here at once, and are sent once there is a network. */
export function LaptopCodes({ laptop, copy }: { laptop: Laptop; copy: CityCopy }) {
  const formDraft = useDraft('results/laptop-codes', copy.tour_date_id)
  const [pasted, setPasted] = useDraftState(formDraft, 'pasted', '')
  const [problem, setProblem] = useState('')
  const { codes, addCodes } = laptop
  const add = useCallback(
    async (texts: readonly string[]) => {
      const readable = texts.filter((code) => readHandOverCode(code) !== null)
      setProblem(readable.length > 0 ? '' : 'This is not a code from a judge’s tablet.')
      const fresh = readable.filter((code) => !codes.includes(code))
      return readable.length > 0 && (fresh.length === 0 || (await addCodes(fresh)))
    },
    [addCodes, codes],
  )
  async function addPasted() {
    if (await add((pasted.match(codePattern) ?? []).map((code) => code.trim()))) formDraft.clear()
  }
  const handOvers = joinHandOvers(codes.flatMap((code) => readHandOverCode(code) ?? []))
  return (
    <Panel title="Codes of tablets">
      <Stack>
        <p className={styles['quiet']}>
          On the tablet the judge opens “Hand over”. Scan each code, one after the other.
        </p>
        <CodeCamera onRead={(code) => void add([code])} />
        <Form
          error={problem ? { message: problem } : null}
          pending={false}
          draft={formDraft}
          onSubmit={() => void addPasted()}
        >
          <LongTextField
            label="Code as text"
            lines={3}
            value={pasted}
            onChange={setPasted}
            error={undefined}
            optional
          />
          <Button type="submit" variant="default" mt="sm" disabled={pasted.trim() === ''}>
            Add the code
          </Button>
        </Form>
      </Stack>
      <ul className={styles['codes']}>
        {handOvers.map(({ seal, device_id, missing }) => (
          <li key={seal}>
            <span>
              <b>{judgeOf(copy, device_id)}</b>
              <span className={styles['quiet']}>
                {missing.length === 0
                  ? 'All codes are there: its marks count here.'
                  : `Missing: code ${missing.join(', ')}. Its marks do not count yet.`}
              </span>
            </span>
            <Button
              variant="default"
              onClick={() => void laptop.removeCodes(codes.filter((code) => readHandOverCode(code)?.seal === seal))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
