import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { makeShareLink } from '../api/failure.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { confirm } from '../ui/dialogs.ts'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './Waivers.module.css'

/** The link to hand on to parents: names, and who has signed. Each that is made is a new one. WAIV-001, TOK-013. */
export function ShareLink({ registration_id }: { registration_id: number }) {
  const [url, setUrl] = useState<string>()
  const [pending, setPending] = useState(false)

  async function make() {
    setPending(true)
    setUrl(await makeShareLink('waivers', registration_id))
    setPending(false)
  }

  const withdraw = () =>
    void confirm({
      title: 'Turn off all shared links?',
      message: 'All links to these waivers that you shared will stop working. Links emailed to one person still work.',
      yes: 'Yes, turn them off',
      no: 'No, keep them',
      consequence: 'loss',
      act: () => call('DELETE /v1/dance360/share-links', { query: { path: 'waivers', registration_id } }),
    }).then((isConfirmed) => {
      if (!isConfirmed) return
      toast('The shared links are off')
      setUrl(undefined)
    })

  return (
    <Panel title="For parents">
      <div className={styles['share']}>
        <p className={styles['quiet']}>
          A link to sign without an account. It shows names and who has signed, nothing else.
        </p>
        {url === undefined ? (
          <Button variant="default" loading={pending} onClick={() => void make()}>
            Make a link
          </Button>
        ) : (
          <CopyLink label="Link to sign, without an account" url={url} />
        )}
        <Button variant="subtle" size="compact-sm" onClick={withdraw}>
          Turn off all shared links
        </Button>
      </div>
    </Panel>
  )
}
