import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { ReplyError } from '../../api/reply-error.ts'
import { showFailure } from '../../api/failure.ts'
import { BottomSheet } from '../../ui/BottomSheet.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { askText, confirm, notice } from '../../ui/dialogs.ts'
import { Emblem } from '../../ui/Emblem.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { PageFooter } from '../../ui/PageFooter.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { BillSkeleton, FormSkeleton, RowsSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toasts.ts'

const brands = [
  'North Light Dance',
  'Prism',
  'Field of the Waltz',
  'Second Position',
  'Ember & Ash',
  'Long Season Tour',
]

export function KitStates() {
  const [progress, setProgress] = useState<number | null>(62)
  const [sheet, setSheet] = useState(false)
  const [page, setPage] = useState(2)
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title="StatusCue lights and actions">
          <Stack gap="lg">
            <Group gap="lg">
              <StatusBadge state="done">Paid</StatusBadge>
              <StatusBadge state="standby">Standing by</StatusBadge>
              <StatusBadge state="stop">Overdue</StatusBadge>
              <StatusBadge state="idle">Not yet</StatusBadge>
            </Group>
            <Group gap="xs">
              <StatusBadge boxed state="done">
                Confirmed
              </StatusBadge>
              <StatusBadge boxed state="standby">
                Pending
              </StatusBadge>
              <StatusBadge boxed state="stop">
                Sold Out
              </StatusBadge>
              <StatusBadge boxed state="idle">
                Coming Soon
              </StatusBadge>
            </Group>
            <Group gap="xs">
              <Button>Save routine</Button>
              <Button variant="default">Back</Button>
              <Button variant="subtle">Skip</Button>
              <Button color="red">Yes, remove it</Button>
              <Button loading>Save</Button>
              <Button disabled>Continue</Button>
            </Group>
          </Stack>
        </Panel>
        <Panel title="What asks and says">
          <Group gap="xs">
            <Button
              variant="default"
              onClick={() =>
                void notice({
                  title: 'Sorry!',
                  message: 'The maximum total routine limit (120) for this city has been reached.',
                })
              }
            >
              Notice
            </Button>
            <Button
              variant="default"
              onClick={() =>
                void confirm({
                  title: 'Remove this routine?',
                  message: '“Rain” and its music leave the registration.',
                  yes: 'Yes, remove it',
                  no: 'No, I want to keep it',
                  consequence: 'loss',
                })
              }
            >
              Question
            </Button>
            <Button
              variant="default"
              onClick={() =>
                void askText({
                  title: 'Promo code',
                  message: '',
                  label: 'Code',
                  yes: 'Apply code',
                  draft: 'development only',
                })
              }
            >
              One line
            </Button>
            <Button variant="default" onClick={() => setSheet(true)}>
              Sheet
            </Button>
            <Button variant="default" onClick={() => toast('Waiver link sent')}>
              Toast
            </Button>
            <Button variant="default" onClick={() => void showFailure(ReplyError.offline(), () => {})}>
              No connection
            </Button>
          </Group>
          <BottomSheet opened={sheet} title="Edit contact" onClose={() => setSheet(false)}>
            Longer than a question: from the side, or from below on a phone.
          </BottomSheet>
        </Panel>
        <Panel title="Files and links">
          <Stack gap="lg">
            <FileField
              label="Music for “Rain”"
              accept="audio/*"
              help="MP3 or M4A, at most 20 MB."
              error={undefined}
              onFile={() => setProgress(0)}
              progress={null}
              onCancel={() => {}}
            />
            <FileField
              label="Dancer photo"
              accept="image/*"
              help=""
              error="This photo is larger than 5 MB. Choose a smaller one."
              onFile={() => {}}
              progress={null}
              onCancel={() => {}}
            />
            {progress !== null && (
              <FileField
                label="Music"
                fileName="rain-final-mix.mp3"
                accept="audio/*"
                help=""
                error={undefined}
                onFile={() => {}}
                progress={progress}
                onCancel={() => setProgress(null)}
              />
            )}
            <CopyLink label="Link for parents" url="https://callboard.example/waivers/3fa9c1d27be84410" />
          </Stack>
        </Panel>
        <Panel title="Brands">
          <Stack gap="sm">
            {brands.map((name) => (
              <Group key={name} gap="sm">
                <Emblem name={name} size={40} />
                {name}
              </Group>
            ))}
          </Stack>
        </Panel>
      </SimpleGrid>
      <Panel title="Payments" flush>
        <Empty title="You don't have any payments." action={<Button>Make a payment</Button>}>
          What you pay towards this registration is listed here, newest first.
        </Empty>
        <PageFooter label="Payments" page={page} pageSize={50} total={1204} onPage={setPage} />
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
        <RowsSkeleton rows={6} columns={3} />
        <FormSkeleton fields={3} />
        <BillSkeleton />
      </SimpleGrid>
    </>
  )
}
