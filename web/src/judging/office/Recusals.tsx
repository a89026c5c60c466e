import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { showFailure } from '../../api/failure.ts'
import { askText, confirm } from '../../ui/dialogs.ts'
import { SelectField } from '../../ui/fields.tsx'
import { panelReads, type CityPanels, type OfficePanel } from './PanelDialog.tsx'
import { RecusalEffect } from './RecusalEffect.tsx'
import styles from './Scores.module.css'

type Recusal = Pick<OfficePanel['recusals'][number], 'seat_id' | 'registration_id' | 'reason'>

type RecusalsProps = { panel: OfficePanel; registrations: CityPanels['registrations'] }

/** The registrations that a judge of the panel does not judge. Each change shows its effect on the totals first. */
export function Recusals({ panel, registrations }: RecusalsProps) {
  const [seatId, setSeatId] = useState<number | null>(null)
  const [registrationId, setRegistrationId] = useState<number | null>(null)
  const [isReading, setReading] = useState(false)
  const [, navigate] = useLocation()
  const save = useAct('PUT /v1/office/panels/{id}/recusals', { refreshes: panelReads })
  const { id, seats, recusals, version } = panel
  const judgeOf = (seat_id: number) => {
    const seat = seats.find((one) => one.id === seat_id)
    return seat?.judge ?? `Judge ${seat?.position ?? ''}`
  }
  const plain: Recusal[] = recusals.map(({ seat_id, registration_id, reason }) => ({
    seat_id,
    registration_id,
    reason,
  }))
  const saveAll = (next: Recusal[]) => save.mutateAsync({ params: { id }, body: { version, recusals: next } })

  /** The effect of a recusal, or undefined where it could not be read, which is said. */
  async function readEffect(recusal: Pick<Recusal, 'seat_id' | 'registration_id'>) {
    setReading(true)
    const query = { seat_id: recusal.seat_id, registration_id: recusal.registration_id }
    try {
      return await call('GET /v1/office/panels/{id}/recusal-effect', { params: { id }, query })
    } catch (error) {
      await showFailure(error, navigate)
      return undefined
    } finally {
      setReading(false)
    }
  }

  async function recuse() {
    if (seatId === null || registrationId === null) return
    const recusal = { seat_id: seatId, registration_id: registrationId }
    const studio = registrations.find((one) => one.id === registrationId)?.studio ?? 'this registration'
    const effect = await readEffect(recusal)
    if (!effect) return
    const reason = await askText({
      title: `Recuse ${judgeOf(seatId)} for ${studio}?`,
      message: <RecusalEffect effect={effect} isRecused />,
      label: 'Reason',
      yes: 'Recuse',
      draft: ['recusal', id, seatId, registrationId],
      act: (text) => saveAll([...plain, { ...recusal, reason: text }]),
    })
    if (reason === undefined) return
    setSeatId(null)
    setRegistrationId(null)
  }

  async function remove({ seat_id, registration_id, studio }: OfficePanel['recusals'][number]) {
    const effect = await readEffect({ seat_id, registration_id })
    if (!effect) return
    const isOther = (one: Recusal) => one.seat_id !== seat_id || one.registration_id !== registration_id
    await confirm({
      title: `Let ${judgeOf(seat_id)} judge ${studio}?`,
      message: <RecusalEffect effect={effect} isRecused={false} />,
      yes: 'Yes, let them judge',
      no: 'No, keep the recusal',
      consequence: 'none',
      act: () => saveAll(plain.filter(isOther)),
    })
  }

  return (
    <>
      {recusals.length > 0 && (
        <ul className={styles['seats']} aria-label={`Recusals of ${panel.name}`}>
          {recusals.map((recusal) => {
            const sentence = `${judgeOf(recusal.seat_id)} does not judge ${recusal.studio}`
            return (
              <li key={`${recusal.seat_id} ${recusal.registration_id}`} className={styles['seat']}>
                <span>
                  {sentence}. {recusal.reason}
                </span>
                <Button
                  variant="default"
                  size="compact-md"
                  disabled={isReading || save.isPending}
                  aria-label={`Remove: ${sentence}`}
                  onClick={() => void remove(recusal)}
                >
                  Remove
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {panel.kind === 'competition' && registrations.length > 0 && (
        <div className={styles['line']}>
          <SelectField
            label="Recuse"
            value={seatId}
            options={seats.map((seat) => ({ value: seat.id, label: judgeOf(seat.id) }))}
            onChange={setSeatId}
            error={undefined}
          />
          <SelectField
            label="For"
            value={registrationId}
            options={registrations.map(({ id: value, studio }) => ({ value, label: studio }))}
            onChange={setRegistrationId}
            error={undefined}
          />
          <Button
            variant="default"
            loading={isReading}
            disabled={seatId === null || registrationId === null || save.isPending}
            onClick={() => void recuse()}
          >
            Recuse
          </Button>
        </div>
      )}
    </>
  )
}
