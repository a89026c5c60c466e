import type { WaiverPerson } from '@callboard/domain/waivers/form.ts'
import { Button } from '@mantine/core'
import { address, type Reply } from '../../api/call.ts'
import { useRead } from '../../api/use-call.ts'
import { signedText } from '../waiver-columns.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import styles from '../../ui/Office.module.css'
import { LoadError } from '../../shell/ErrorPage.tsx'

type SignedWaiver = Reply<'GET /v1/office/waivers/{id}'>

/** A signed waiver: who signed what, when and from where. OFF-035, WAIV-026. */
export function WaiverProofDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /v1/office/waivers/{id}', { params: { id } })
  return (
    <Dialog
      opened
      title={data ? `${data.waiver}: ${data.fname} ${data.lname}` : 'Waiver'}
      onCancel={onClose}
      width={640}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <FormSkeleton fields={6} />}
      {data && <Proof waiver={data} />}
    </Dialog>
  )
}

function Proof({ waiver }: { waiver: SignedWaiver }) {
  const { form, on_paper } = waiver
  const facts: readonly (readonly [string, string | null])[] = [
    ['Signed by', waiver.signer_name],
    ['Who is', waiver.is_self ? 'The participant' : waiver.parent_relationship],
    ['When', signedText({ signed_at: waiver.signed_at, zone: waiver.time_zone, on_paper })],
    ['How', on_paper ? 'On paper, recorded by the office' : waiver.by_link ? 'Online, by a link' : 'Online, signed in'],
    ['Registered by', waiver.registrant],
    ['For', `${waiver.about.event}, ${waiver.about.city}`],
    ['Note', waiver.note],
    ['Network address', waiver.signed_ip],
    ['Browser', waiver.user_agent],
    ['Fingerprint', waiver.seal],
  ]
  return (
    <div className={styles['stack']}>
      <Facts facts={facts} />
      {form && <Person title="The participant" person={form} />}
      {form?.parent && <Person title={form.parent_relationship ?? 'Parent or guardian'} person={form.parent} />}
      <details>
        <summary>Signed text (version {waiver.version})</summary>
        <p style={{ whiteSpace: 'pre-line' }}>{waiver.text}</p>
      </details>
      <div>
        <Button
          component="a"
          variant="default"
          href={address('/v1/office/waivers/{id}/pdf', { params: { id: waiver.id } })}
          target="_blank"
          rel="noreferrer"
        >
          Open as PDF
        </Button>
      </div>
    </div>
  )
}

const Facts = ({ facts }: { facts: readonly (readonly [string, string | null])[] }) => (
  <dl className={styles['facts']}>
    {facts
      .filter(([, value]) => value)
      .map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

const Person = ({ title, person }: { title: string; person: WaiverPerson }) => (
  <section>
    <h3>{title}</h3>
    <Facts
      facts={[
        ['Name', `${person.fname} ${person.lname}`],
        ['Birthdate', person.birthdateString],
        ['Address', person.address],
        ['Email', person.emailValue],
        ['Phone', person.phoneValue],
      ]}
    />
  </section>
)
