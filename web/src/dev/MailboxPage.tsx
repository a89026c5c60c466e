import { useState } from 'react'
import { DateTime } from '../ui/Day.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Panel } from '../ui/Panel.tsx'
import { DevFrame } from './DevFrame.tsx'
import { useMails, type Mails } from './dev-calls.ts'
import styles from './Dev.module.css'

/** Every mail the product wrote, as its reader would see it. */
export function MailboxPage() {
  const mails = useMails()
  const [selectedId, setSelectedId] = useState<number>()
  const mail = mails?.find(({ id }) => id === selectedId) ?? mails?.[0]

  return (
    <DevFrame title="Mailbox">
      {mails && !mail && (
        <Empty title="No mail yet" level={2}>
          Sign up, reset a password or complete a registration.
        </Empty>
      )}
      {mails && mail && (
        <div className={styles['mailbox']}>
          <Panel title="Newest first" flush>
            <ul className={styles['rows']}>
              {mails.map(({ id, to, subject, created, state }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={styles['mail']}
                    aria-current={id === mail.id}
                    onClick={() => setSelectedId(id)}
                  >
                    <strong>{subject}</strong>
                    <span className={styles['quiet']}>
                      {to}, {state}
                    </span>
                    <span className={styles['quiet']}>
                      <DateTime at={created} zone="America/Los_Angeles" />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </Panel>
          <Letter key={mail.id} mail={mail} />
        </div>
      )}
    </DevFrame>
  )
}

function Letter({ mail }: { mail: Mails[number] }) {
  return (
    <Panel title={mail.subject}>
      <p className={styles['quiet']}>
        To {mail.to}
        {mail.attachments.length > 0 && `, with ${mail.attachments.map(({ name }) => name).join(', ')}`}
      </p>
      <iframe
        className={styles['html']}
        title="The mail as a mail program shows it"
        src={`/v1/dev/mailbox/${mail.id}/html`}
        sandbox="allow-popups"
      />
      <h3 className={styles['part']}>The text part</h3>
      <pre className={styles['text']}>{linked(mail.text)}</pre>
    </Panel>
  )
}

/** Addresses in the text as links: the sandbox keeps those of the HTML part from leading this window anywhere. */
const linked = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, place) =>
    place % 2 === 1 ? (
      <a key={place} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
