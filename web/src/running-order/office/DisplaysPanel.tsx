import { runningOrderWording } from '@callboard/domain/running-order/refusals.ts'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { QrCode } from '../../accounts/QrCode.tsx'
import type { Reply } from '../../api/call.ts'
import { useAct, usePendingIds, useRead } from '../../api/use-call.ts'
import { PanelReadError } from '../../shell/ErrorPage.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { Panel } from '../../ui/Panel.tsx'
import { AddDisplayDialog } from './AddDisplayDialog.tsx'
import styles from './Stage.module.css'

const route = 'GET /v1/office/displays'
type DisplayLine = Reply<typeof route>['displays'][number]

/** Screens in the hall: each shows what is on stage by a link of its own, and can be ended alone. */
export function DisplaysPanel({ tour_date_id }: { tour_date_id: number }) {
  const read = useRead(route, { query: { tour_date_id } })
  const [isAdding, setAdding] = useState(false)
  const [link, setLink] = useState<string>()
  const remove = useAct('DELETE /v1/office/displays/{id}', { refreshes: [route] })
  const endingIds = usePendingIds('DELETE /v1/office/displays/{id}')
  const { data } = read
  if (!data) return <PanelReadError title="Screens in the hall" read={read} />

  async function askRemove({ id, label }: DisplayLine) {
    const isSure = await confirm({
      title: `End the link of ${label}?`,
      message: 'The screen shows nothing any more. You can make a new link.',
      yes: 'Yes, end it',
      no: 'No',
      consequence: 'loss',
    })
    if (isSure) remove.mutate({ params: { id } })
  }

  return (
    <Panel
      title="Screens in the hall"
      flush
      actions={
        !data.is_over && (
          <Button variant="default" className={styles['act']} onClick={() => setAdding(true)}>
            Add a screen
          </Button>
        )
      }
    >
      {data.displays.length === 0 && (
        <p className={styles['none']}>
          {data.is_over
            ? runningOrderWording['display.city_over']({ code: 'display.city_over' })
            : 'A screen in the lobby or backstage can show who is on stage and who is next. It never shows names of dancers.'}
        </p>
      )}
      <ul className={styles['list']}>
        {data.displays.map((display) => (
          <li key={display.id} className={styles['screen']}>
            <span>
              <b>{display.label}</b>
              <span className={styles['second']}>
                {display.stage === null ? 'All stages' : `Stage ${display.stage}`}
                {display.shows_studios ? ', with studios' : ', without studios'}
              </span>
            </span>
            <Button
              variant="default"
              className={styles['act']}
              aria-label={`End the link of ${display.label}`}
              loading={endingIds.includes(display.id)}
              onClick={() => void askRemove(display)}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
      {isAdding && (
        <AddDisplayDialog
          tour_date_id={tour_date_id}
          stages={data.stages}
          onClose={() => setAdding(false)}
          onLink={setLink}
        />
      )}
      {link && (
        <Dialog opened title="Link for the screen" onCancel={() => setLink(undefined)}>
          <Stack>
            <p>Open this link on the screen. We show it only once; if it is lost, end it and make another.</p>
            <QrCode text={link} label="Code that opens the screen’s page" />
            <CopyLink label="Link" url={link} />
          </Stack>
        </Dialog>
      )}
    </Panel>
  )
}
