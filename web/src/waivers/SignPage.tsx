import type { WaiverForm } from '@callboard/domain/waivers/form.ts'
import { Stack } from '@mantine/core'
import { useLocation, useParams } from 'wouter'
import { useEffect, useState } from 'react'
import type { Reply } from '../api/call.ts'
import { useAct, useRead } from '../api/use-call.ts'
import { paths } from '../shell/paths.ts'
import { LinkError } from '../shell/ErrorPage.tsx'
import { DayRange } from '../ui/Day.tsx'
import { notice } from '../ui/dialogs.ts'
import { Empty } from '../ui/Empty.tsx'
import { Form, Submit } from '../ui/Form.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { formErrors, formForSigner, sentForm, signerName } from './draft.ts'
import { SignatureFields, type Signature } from './SignatureFields.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { WaiverFields } from './WaiverFields.tsx'
import styles from './Waivers.module.css'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

type WaiverToSign = Reply<'GET /v1/mybtf/waivers/sign/{token}'>

/** A link to sign for one participant. An expired or signed waiver shows its state and a link to the start page. WAIV-014 to WAIV-016, WAIV-022. */
export function SignPage() {
  const { token = '' } = useParams() as { token?: string }
  const [, navigate] = useLocation()
  // Once it is signed the link says so; the page that signed it goes on saying thank you.
  const { data, error, refetch } = useRead(
    'GET /v1/mybtf/waivers/sign/{token}',
    { params: { token } },
    { staleTime: Infinity },
  )
  const ends = error && (error.status === 410 || error.status === 409 || error.status === 404) ? error : null

  useEffect(() => {
    if (!ends) return
    const leave = () => navigate(paths.home, { replace: true })
    if (ends.status === 404) leave()
    else void notice({ title: 'Sorry!', message: ends.message }).then(leave)
  }, [ends, navigate])

  if (error && !ends && !data) return <LinkError error={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton fields={6} />
  return <Sign request={data} token={token} />
}

function Sign({ request, token }: { request: WaiverToSign; token: string }) {
  const { waiver_request, person, text, about, today, adult_age } = request
  const { waiver, signer } = waiver_request
  const name = `${person.fname} ${person.lname}`
  const formDraft = useDraft('waivers/sign', waiver_request.id)
  const [self, setSelf] = useDraftState<boolean | null>(formDraft, 'self', signer === null ? null : waiver_request.self)
  const [form, setForm] = useDraftState<WaiverForm | null>(formDraft, 'form', null)
  const [signature, setSignature] = useState<Signature>({ agreed: false, signature: '' })
  const signing = useAct('PATCH /v1/mybtf/waivers', {
    failure: 'in place',
    onSuccess: () => {
      formDraft.clear()
      window.scrollTo(0, 0)
    },
  })
  const facts = { today, adult_age, birthdate: null, is_minor: person.is_minor }
  const isSelf = self === true

  function sign() {
    const { id: waiver_request_id, registration_id } = waiver_request
    const signerData = form && signer === null ? { person: sentForm(form, isSelf), self: isSelf } : {}
    const waiverIds = { waiver_request_id, registration_id, person_id: person.id, token }
    signing.mutate({ body: { ...waiverIds, ...signerData, ...signature } })
  }

  if (signing.isSuccess) {
    return (
      <Empty level={1} title="SIGNED">
        Thank you. The waiver of {name} for {about.event} in {about.city} is signed. A copy is on its way to the email
        address in the form. You can close this page.
      </Empty>
    )
  }
  const ready = signer !== null || (self !== null && form !== null)
  return (
    <div className={styles['sheet']}>
      <PageHeader title={`Sign for ${name}`} above={`${about.event}, ${about.city}`}>
        <DayRange from={about.start_date} to={about.end_date} />. {waiver}; no account is needed.
      </PageHeader>
      <Form draft={formDraft} error={signing.error} pending={signing.isPending} onSubmit={sign}>
        {signer === null && (
          <Panel title="Participant and signer">
            <Stack gap="lg">
              <TypeChoice
                name={name}
                self={self}
                facts={facts}
                onChange={(next) => {
                  setSelf(next)
                  setForm((currentForm) => formForSigner(currentForm, { person, from: self, to: next }))
                }}
              />
              {form && self !== null && (
                <WaiverFields form={form} onChange={setForm} self={isSelf} errors={formErrors(form, isSelf, facts)} />
              )}
            </Stack>
          </Panel>
        )}
        {ready && (
          <Panel title="Signature">
            <Stack gap="lg">
              <SignatureFields
                value={signature}
                onChange={setSignature}
                signer={signer ?? (form ? signerName(form, isSelf) : '')}
                waiver={waiver}
                text={text}
              />
            </Stack>
          </Panel>
        )}
        {/* Pressed earlier it would mark every field that follows as missing. */}
        {ready && <Submit pending={signing.isPending}>SIGN</Submit>}
      </Form>
    </div>
  )
}
