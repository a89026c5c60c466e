import { Button } from '@mantine/core'
import { useState } from 'react'
import { makeShareLink, turnOffShareLinks } from '../api/failure.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { Panel } from '../ui/Panel.tsx'
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
    void turnOffShareLinks(
      'waivers',
      registration_id,
      'All links to these waivers that you shared will stop working. Links emailed to one person still work.',
    ).then((isOff) => isOff && setUrl(undefined))

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
