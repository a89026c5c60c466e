import type { WaiverForm } from '@callboard/domain/waivers/form.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../api/call.ts'
import { showFailure } from '../api/failure.ts'
import { useAct } from '../api/use-call.ts'
import { Form, Submit } from '../ui/Form.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toasts.ts'
import {
  formErrors,
  formForSigner,
  maySignSelf,
  openingForm,
  sentForm,
  type AgeFacts,
  type Guardian,
  type Participant,
  changedByWaivers,
} from './draft.ts'
import { SignatureFields, type Signature } from './SignatureFields.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { WaiverFields } from './WaiverFields.tsx'
import { useDraft, useDraftState } from '../ui/use-draft.ts'

type SigningRequest = Reply<'POST /v1/mybtf/waivers'>

type SignDialogsProps = {
  registration_id: number
  waiver_type_id: number
  waiver: string
  person: Participant
  facts: AgeFacts
  /** A shared link to the waivers, where nobody is signed in. */
  token?: string
  /** Fills in the parent's part. */
  guardian?: Guardian | undefined
  /** A child's form was signed: its guardian fills in the next one. */
  onSigned?: (guardian: Guardian) => void
  onClose: () => void
}

type SignStep = 'type' | 'form' | 'sign' | 'away'

/** Signing in three windows: who signs, the form, the signature. WAIV-010 to WAIV-012, WAIV-017. */
export function SignDialogs(props: SignDialogsProps) {
  const { registration_id, waiver_type_id, waiver, person, facts, token, guardian, onSigned, onClose } = props
  const formDraft = useDraft('waivers/sign-here', registration_id, waiver_type_id, person.id)
  const onlySigner = maySignSelf(facts) ? null : false
  const [self, setSelf] = useDraftState<boolean | null>(formDraft, 'self', onlySigner)
  const [form, setForm] = useDraftState<WaiverForm | null>(formDraft, 'form', null)
  const [step, setStep] = useState<SignStep>('type')
  const [signingRequest, setSigningRequest] = useState<SigningRequest | null>(null)
  const [signature, setSignature] = useState<Signature>({ agreed: false, signature: '' })
  const asking = useAct('POST /v1/mybtf/waivers', {
    failure: 'in place',
    onSuccess: (reply) => {
      setSigningRequest(reply)
      setStep('sign')
    },
  })
  const signing = useAct('PATCH /v1/mybtf/waivers', { failure: 'in place', refreshes: changedByWaivers })
  const name = `${person.fname} ${person.lname}`
  const isSelf = self === true

  function ask() {
    if (!form) return
    const options = { registration_id, waiver_type_id, self: isSelf, ...(token && { token }) }
    asking.mutate({ body: { person: { ...sentForm(form, isSelf), id: person.id }, options } })
  }

  async function sign() {
    if (!signingRequest) return
    const { waiver_request_id, signing_token } = signingRequest
    const waiverIds = { waiver_request_id, registration_id, person_id: person.id, token: signing_token }
    try {
      await signing.mutateAsync({ body: { ...waiverIds, ...signature } })
      formDraft.clear()
      if (!isSelf && form?.parent) onSigned?.({ parent: form.parent, parent_relationship: form.parent_relationship })
      toast(`SIGNED for ${name}`)
      onClose()
    } catch (error) {
      // The window comes back as it was, so that nothing is typed twice. WAIV-017.
      setStep('away')
      await showFailure(error, () => undefined)
      setStep('sign')
    }
  }

  if (step === 'type') {
    return (
      <Dialog opened title={`${waiver}: ${name}`} onCancel={onClose}>
        <Form
          draft={formDraft}
          error={null}
          pending={false}
          onSubmit={() => {
            setForm((currentForm) => currentForm ?? openingForm(person, isSelf, guardian))
            setStep('form')
          }}
        >
          <TypeChoice
            name={name}
            self={self}
            facts={facts}
            onChange={(next) => {
              setSelf(next)
              setForm((currentForm) => formForSigner(currentForm, { person, from: self, to: next, guardian }))
            }}
          />
          <Submit pending={false}>NEXT</Submit>
        </Form>
      </Dialog>
    )
  }
  if (step === 'form' && form) {
    return (
      <Dialog opened title={`${waiver}: ${name}`} onCancel={onClose} width={640}>
        <Form draft={formDraft} error={asking.error} pending={asking.isPending} onSubmit={ask}>
          <WaiverFields form={form} onChange={setForm} self={isSelf} errors={formErrors(form, isSelf, facts)} />
          <Submit pending={asking.isPending} beside={<Back onClick={() => setStep('type')} />}>
            NEXT
          </Submit>
        </Form>
      </Dialog>
    )
  }
  if (step === 'sign' && signingRequest) {
    return (
      <Dialog opened title={`Sign for ${name}`} onCancel={onClose}>
        <Form draft="signature" error={null} pending={signing.isPending} onSubmit={() => void sign()}>
          <SignatureFields
            value={signature}
            onChange={setSignature}
            signer={signingRequest.signer}
            waiver={waiver}
            text={signingRequest.text}
          />
          <Submit pending={signing.isPending} beside={<Back onClick={() => setStep('form')} />}>
            SIGN
          </Submit>
        </Form>
      </Dialog>
    )
  }
  return null
}

const Back = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" onClick={onClick}>
    Back
  </Button>
)
