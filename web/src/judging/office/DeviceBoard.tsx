import { secondsBetween, type Instant } from '@callboard/domain/kernel/instant.ts'
import { silentSeconds } from '@callboard/domain/judging/pairing.ts'
import { judgingWording } from '@callboard/domain/judging/refusals.ts'
import { Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { QrCode } from '../../accounts/QrCode.tsx'
import type { Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { LoadError, PanelReadError } from '../../shell/ErrorPage.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { confirm } from '../../ui/dialogs.ts'
import styles from './Scores.module.css'

type BoardSeat = Reply<'GET /v1/office/devices'>['seats'][number]
type Pairing = Reply<'POST /v1/office/devices'>

const refreshMilliseconds = 10_000

/** The devices on the seats of a city: who is connected, and what each still holds. */
export function DeviceBoard({ tour_date_id }: { tour_date_id: number }) {
  const read = useRead('GET /v1/office/devices', { query: { tour_date_id } })
  const { data, error, refetch } = read
  const isLoaded = data !== undefined
  const [pairing, setPairing] = useState<{ seat: BoardSeat; offer: Pairing }>()
  const offer = useAct('POST /v1/office/devices')
  const revoke = useAct('DELETE /v1/office/devices/{id}', { refreshes: ['GET /v1/office/devices'] })
  useEffect(() => {
    if (!isLoaded) return
    const timer = setInterval(() => void (document.hidden || refetch()), refreshMilliseconds)
    return () => clearInterval(timer)
  }, [isLoaded, refetch])
  if (!data) return <PanelReadError title="Devices" read={read} />
  if (data.seats.length === 0) return null

  function pair(seat: BoardSeat) {
    const label = `Tablet ${seat.panel} ${seat.position}`.slice(0, 60)
    const onSuccess = (reply: Pairing) => setPairing({ seat, offer: reply })
    offer.mutate({ body: { seat_id: seat.seat_id, label } }, { onSuccess })
  }
  async function askRevoke(seat: BoardSeat) {
    if (!seat.device) return
    const message = 'It can no longer send anything, not even marks it has not sent yet.'
    const isSure = await confirm({
      title: 'Disconnect this device?',
      message,
      yes: 'Yes, disconnect it',
      no: 'No',
      consequence: 'loss',
    })
    if (isSure) revoke.mutate({ params: { id: seat.device.id } })
  }

  return (
    <Panel title="Devices">
      {/* The states below are those of the last answer. */}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data.is_over && (
        <p className={styles['second']}>{judgingWording['pairing.city_over']({ code: 'pairing.city_over' })}</p>
      )}
      <ul className={styles['seats']}>
        {data.seats.map((seat) => (
          <li key={seat.seat_id} className={styles['seat']}>
            <span>
              <b>
                {seat.panel}, judge {seat.position}
              </b>
              <span className={styles['second']}>{seat.judge}</span>
              <DeviceState seat={seat} now={data.now} />
            </span>
            <span className={styles['acts']}>
              {!data.is_over && (
                <Button
                  variant="default"
                  aria-label={`Pair a device with judge ${seat.position} of ${seat.panel}`}
                  loading={offer.isPending && offer.variables.body.seat_id === seat.seat_id}
                  onClick={() => pair(seat)}
                >
                  Pair a device
                </Button>
              )}
              {seat.device && (
                <Button
                  variant="default"
                  aria-label={`Disconnect the device of judge ${seat.position} of ${seat.panel}`}
                  onClick={() => void askRevoke(seat)}
                >
                  Disconnect
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {pairing && (
        <Dialog opened title="Pair a device" onCancel={() => setPairing(undefined)}>
          <Stack>
            <p>
              Scan this code with the tablet of judge {pairing.seat.position}, or open {new URL(pairing.offer.url).host}
              /judge and type:
            </p>
            <QrCode text={pairing.offer.url} label="Code to pair the device" />
            <p>
              Tablet number <b>{pairing.offer.pairing_id}</b>, code <b>{pairing.offer.code}</b>
            </p>
            <p className={styles['second']}>It works once, within ten minutes.</p>
          </Stack>
        </Dialog>
      )}
    </Panel>
  )
}

function DeviceState({ seat: { device }, now }: { seat: BoardSeat; now: Instant }) {
  if (!device) return <StatusBadge state="idle">No device</StatusBadge>
  const { last_seen, queued_sheets, queued_bytes, recording, battery } = device
  const facts = [
    ...(recording ? ['recording'] : []),
    ...(queued_sheets ? [`${queued_sheets} unsent`] : []),
    ...(queued_bytes ? [`${Math.ceil(queued_bytes / 1_000_000)} MB of recordings not sent`] : []),
    ...(battery === null ? [] : [`battery ${battery} %`]),
  ].join(', ')
  if (last_seen === null) return <StatusBadge state="standby">Paired, not connected yet</StatusBadge>
  const silence = Math.round(secondsBetween(last_seen, now))
  return silence > silentSeconds ? (
    <StatusBadge state="standby">
      No contact for {silence < 120 ? `${silence} s` : `${Math.round(silence / 60)} min`}
      {facts && `. Last report: ${facts}`}
    </StatusBadge>
  ) : (
    <StatusBadge state="done">Connected{facts && `, ${facts}`}</StatusBadge>
  )
}
