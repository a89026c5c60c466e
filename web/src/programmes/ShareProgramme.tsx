import { programmePath } from '@callboard/domain/share-links/share-link.ts'
import { Button, Popover, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { sayFailure } from '../api/failure.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { confirm } from '../ui/dialogs.ts'
import { toast } from '../ui/toasts.ts'

type ShareProgrammeProps = { registration_id: number; route: string }

/** A link by which parents give photo and size without an account; it can be withdrawn. PROG-020. */
export function ShareProgramme({ registration_id, route }: ShareProgrammeProps) {
  const [url, setUrl] = useState<string>()
  const [pending, setPending] = useState(false)
  const path = programmePath(route)

  async function make() {
    setPending(true)
    try {
      const data = JSON.stringify({ registration_id })
      setUrl((await call('GET /v1/dance360/generate-url-token', { query: { path, data } })).url)
    } catch (error) {
      await sayFailure(error, () => {})
    } finally {
      setPending(false)
    }
  }

  async function withdraw() {
    setUrl(undefined)
    const done = await confirm({
      title: 'Withdraw the links?',
      message: 'Every link to this page that you gave out stops working.',
      yes: 'Yes, withdraw them',
      no: 'No, keep them',
      grave: true,
      act: () => call('DELETE /v1/dance360/share-links', { query: { path, registration_id } }),
    })
    if (done) toast('The links are withdrawn')
  }

  return (
    <Popover
      opened={url !== undefined}
      onClose={() => setUrl(undefined)}
      width={380}
      position="bottom-end"
      // Beside its button in the page, so that Tab leads into it.
      withinPortal={false}
      withRoles
    >
      <Popover.Target>
        <Button variant="default" size="sm" loading={pending} onClick={() => (url ? setUrl(undefined) : void make())}>
          Link for parents
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <CopyLink label="Link to this page" url={url ?? ''} />
          <Text size="sm">
            Whoever has it sees the dancers listed here, and can give their photos and sizes. It shows no prices, no
            addresses and no phone numbers.
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => void withdraw()}>
            Withdraw the links
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
