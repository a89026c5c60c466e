import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useRead } from '../api/use-call.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { confirm } from '../ui/dialogs.ts'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './Waivers.module.css'

const made = 'GET /v1/dance360/generate-url-token'

/** The link to hand on to parents: names, and who has signed. WAIV-001, TOK-013. */
export function ShareLink({ registration_id }: { registration_id: number }) {
  const queries = useQueryClient()
  const data = JSON.stringify({ registration_id })
  // Asking makes a new link, so it is asked once.
  const { data: link } = useRead(made, { query: { path: 'waivers', data } }, { staleTime: Infinity })

  const withdraw = () =>
    void confirm({
      title: 'Withdraw this link?',
      message: 'Every link to these waivers that you gave out stops working. Links in mails to one person go on.',
      yes: 'Yes, withdraw it',
      no: 'No, keep it',
      grave: true,
      act: () => call('DELETE /v1/dance360/share-links', { query: { path: 'waivers', registration_id } }),
    }).then((done) => {
      if (!done) return
      toast('The link is withdrawn')
      void queries.invalidateQueries({ queryKey: [made] })
    })

  return (
    <Panel title="For parents">
      <div className={styles['share']}>
        <CopyLink label="Link to sign, without an account" url={link?.url ?? ''} />
        <p className={styles['quiet']}>It shows names and who has signed, nothing else.</p>
        <Button variant="subtle" size="compact-sm" onClick={withdraw}>
          Withdraw this link
        </Button>
      </div>
    </Panel>
  )
}
