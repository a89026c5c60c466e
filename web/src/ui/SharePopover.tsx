import { Button, Popover, Stack, Text } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { CopyLink } from './CopyLink.tsx'

type SharePopoverProps = {
  /** Makes the link; undefined when it could not, which was said already. */
  onMake: () => Promise<string | undefined>
  /** Takes back every link to the page that was given out. */
  onWithdraw: () => Promise<unknown>
  /** Label of the button. */
  label?: string
  /** Permissions of the shared link's visitors. */
  children: ReactNode
}

/** A button that makes a link to this page and shows it to be copied. */
export function SharePopover({ onMake, onWithdraw, label = 'Share a link', children }: SharePopoverProps) {
  const [url, setUrl] = useState<string>()
  const [pending, setPending] = useState(false)
  const box = useRef<HTMLDivElement>(null)

  async function make() {
    setPending(true)
    setUrl(await onMake())
    setPending(false)
  }

  const close = () => setUrl(undefined)

  return (
    <div
      ref={box}
      role="presentation"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || url === undefined) return
        box.current?.querySelector('button')?.focus()
        close()
      }}
      // It covers what follows, which is seen again when focus moves on to it.
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !box.current?.contains(relatedTarget)) close()
      }}
    >
      <Popover
        opened={url !== undefined}
        onClose={close}
        width={380}
        position="bottom-end"
        // Beside its button in the page, so that Tab leads into it.
        withinPortal={false}
        withRoles
      >
        <Popover.Target>
          <Button variant="default" size="sm" loading={pending} onClick={() => (url ? close() : void make())}>
            {label}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs">
            <CopyLink label="Link to this page" url={url ?? ''} takesFocus />
            <Text size="sm">{children}</Text>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                close()
                void onWithdraw()
              }}
            >
              Turn off all shared links
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
