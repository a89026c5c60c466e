import { Button, Popover, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { sayFailure } from '../api/failure.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import type { Visit } from './readings.ts'

/** A link that opens this page without an account. MUS-014, TOK-013. */
export function ShareMusic({ visit: { registration_id } }: { visit: Visit }) {
  const [url, setUrl] = useState<string>()
  const [pending, setPending] = useState(false)

  async function make() {
    setPending(true)
    try {
      const data = JSON.stringify({ registration_id })
      setUrl((await call('GET /v1/dance360/generate-url-token', { query: { path: 'music', data } })).url)
    } catch (error) {
      await sayFailure(error, () => {})
    } finally {
      setPending(false)
    }
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
          Share a link
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <CopyLink label="Link to this page" url={url ?? ''} />
          <Text size="sm">Whoever has it can hear and upload the music of these routines, and see nothing else.</Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
