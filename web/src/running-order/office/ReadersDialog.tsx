import { dancersWarning } from '@callboard/domain/running-order/order-readers.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { call } from '../../api/call.ts'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { ToggleField } from '../../ui/ToggleField.tsx'
import type { OfficeOrder, RunningOrder } from './use-running-order.ts'

type ReadersDialogProps = { order: RunningOrder; data: OfficeOrder; onClose: () => void }

/** Switches: readers without an account, and names of dancers for readers by a link. */
export function ReadersDialog({ order, data, onClose }: ReadersDialogProps) {
  const { tour_date_id, version, published_version, readers } = data
  const { is_public, shows_dancers, url } = readers
  const change = (next: { is_public: boolean; shows_dancers: boolean }) =>
    order.change(() => call('PUT /v1/office/running-order/readers', { body: { tour_date_id, version, ...next } }))
  async function showDancers(isOn: boolean) {
    const isSure =
      !isOn ||
      (await confirm({
        title: 'Show names of dancers?',
        message: dancersWarning,
        yes: 'Yes, show names',
        no: 'No, keep them hidden',
        consequence: 'outgoing',
      }))
    if (isSure) await change({ is_public, shows_dancers: isOn })
  }
  return (
    <Dialog opened title="Public page" onCancel={onClose}>
      <Stack gap="lg">
        <ToggleField
          label="Anyone with the link may read this order"
          name="is_public"
          help="A page with time, number, title, division and studio of every published entry. No account is needed."
          value={is_public}
          disabled={order.pending}
          error={undefined}
          onChange={(isOn) => void change({ is_public: isOn, shows_dancers })}
        />
        <ToggleField
          label="Show names of dancers"
          name="shows_dancers"
          help={`On this page, and on the links to their schedule that studios share. ${dancersWarning}`}
          value={shows_dancers}
          disabled={order.pending}
          error={undefined}
          onChange={(isOn) => void showDancers(isOn)}
        />
        {is_public && url && published_version !== null && <CopyLink label="Link to the public page" url={url} />}
        {is_public && published_version === null && <Text>The link is here once the order is published.</Text>}
        <Group>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
