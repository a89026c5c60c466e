import { groupMailFields, groupMailKinds, type GroupMailKind } from '@callboard/domain/desk/group-mail.ts'
import { Button, Radio, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useAct } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { confirm } from '../../ui/dialogs.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form, Submit } from '../../ui/Form.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import { AudienceCount, AudienceFields, type AudienceChoice } from './AudienceFields.tsx'
import { kindWords, type GroupMail } from './group-mail-words.ts'
import mailStyles from './GroupMail.module.css'
import { SendGroupMailDialog } from './SendGroupMailDialog.tsx'

const emptyAudience: AudienceChoice = {
  ...{ event_id: null, season_id: null, tour_date_ids: [], state: 'any' },
  ...{ owes: false, paid_in_full: false, lacks_waivers: false, lacks_music: false, in_program: false },
}
const startOf = (mail: GroupMail | null) => ({
  kind: mail?.kind ?? ('contract' as GroupMailKind),
  subject: mail?.subject ?? '',
  text: mail?.text ?? '',
})
/** The choice without the filters that help to find its cities. */
const audienceOf = ({ event_id: _, season_id: __, ...audience }: AudienceChoice) => audience

const fieldNames = Object.keys(groupMailFields)

/** The recipients and the text of a mail. Sending is offered once it is saved. */
export function GroupMailForm({ mail }: { mail: GroupMail | null }) {
  const formDraft = useDraft('desk/group-mail', mail?.id ?? 0)
  const [entry, setEntry, baseEntry] = useDraftState(formDraft, 'entry', startOf(mail))
  const [choice, setChoice, baseChoice] = useDraftState<AudienceChoice>(
    formDraft,
    'audience',
    mail ? { ...emptyAudience, ...mail.audience, event_id: mail.event_id } : emptyAudience,
  )
  const audience = audienceOf(choice)
  const textArea = useRef<HTMLTextAreaElement>(null)
  // Before the text was ever entered its caret is at the beginning, where nobody put it.
  const hasCaret = useRef(false)
  /** Puts a field where the caret is, in place of what is selected; at the end before the text was ever entered. */
  const insertField = (field: string) => {
    const end = entry.text.length
    const { selectionStart, selectionEnd } = (hasCaret.current && textArea.current) || {
      selectionStart: end,
      selectionEnd: end,
    }
    setEntry({ ...entry, text: entry.text.slice(0, selectionStart) + field + entry.text.slice(selectionEnd) })
    const caret = selectionStart + field.length
    requestAnimationFrame(() => {
      textArea.current?.focus()
      textArea.current?.setSelectionRange(caret, caret)
    })
  }
  const [, navigate] = useLocation()
  const onSuccess = ({ id }: { id: number }) => {
    formDraft.clear()
    toast('Draft saved')
    navigate(paths.officeAt(`group-mails/${id}`), { replace: true })
  }
  const refreshes = ['GET /v1/office/group-mails', 'GET /v1/office/group-mails/{id}'] as const
  const create = useAct('POST /v1/office/group-mails', { refreshes, failure: 'in place', onSuccess })
  const change = useAct('PUT /v1/office/group-mails/{id}', { refreshes, failure: 'in place', onSuccess })
  const pending = create.isPending || change.isPending
  const body = { ...entry, audience }
  const base = { ...baseEntry, audience: audienceOf(baseChoice) }
  const submit = () =>
    mail ? change.mutate({ params: { id: mail.id }, body: { ...body, base } }) : create.mutate({ body })
  const isSaved =
    mail !== null &&
    JSON.stringify(startOf(mail)) === JSON.stringify(entry) &&
    JSON.stringify({ ...emptyAudience, ...mail.audience, event_id: 0, season_id: 0 }) ===
      JSON.stringify({ ...choice, event_id: 0, season_id: 0 })
  return (
    <div className={`${styles['stack']} ${styles['wideForm']}`}>
      <Form draft={formDraft} error={create.error ?? change.error} pending={pending} onSubmit={submit}>
        <Panel title="Who">
          <div className={styles['stack']}>
            <AudienceFields value={choice} onChange={setChoice} />
            <AudienceCount audience={audience} kind={entry.kind} />
          </div>
        </Panel>
        <Panel title="Email">
          <div className={styles['stack']}>
            <Radio.Group
              label="Kind"
              name="kind"
              value={entry.kind}
              onChange={(next) =>
                setEntry({ ...entry, kind: groupMailKinds.find((one) => one === next) ?? entry.kind })
              }
            >
              <Stack gap="xs" mt="xs">
                {groupMailKinds.map((one) => (
                  <Radio key={one} value={one} label={kindWords[one].name} description={kindWords[one].about} />
                ))}
              </Stack>
            </Radio.Group>
            <TextField
              label="Subject"
              name="subject"
              value={entry.subject}
              maxLength={150}
              onChange={(subject) => setEntry({ ...entry, subject })}
              error={entry.subject.trim() ? undefined : 'Required'}
            />
            <LongTextField
              ref={textArea}
              onFocus={() => (hasCaret.current = true)}
              label="Text"
              name="text"
              lines={8}
              mostLines={24}
              maxLength={10_000}
              value={entry.text}
              onChange={(text) => setEntry({ ...entry, text })}
              error={entry.text.trim() ? undefined : 'Required'}
              help={`An empty line starts a new paragraph. Filled in for each recipient: ${fieldNames.map((name) => `{${name}}`).join(', ')}.`}
            />
            <fieldset className={mailStyles['fields']} aria-label="Add a field to the text">
              {fieldNames.map((name) => (
                <Button key={name} size="compact-sm" variant="default" onClick={() => insertField(`{${name}}`)}>
                  {`{${name}}`}
                </Button>
              ))}
            </fieldset>
          </div>
        </Panel>
        <Submit pending={pending}>{mail ? 'Save draft' : 'Save as draft'}</Submit>
      </Form>
      {mail && <CheckPanel mail={mail} isSaved={isSaved} />}
    </div>
  )
}

/** Preview, a test to oneself, and sending. */
function CheckPanel({ mail, isSaved }: { mail: GroupMail; isSaved: boolean }) {
  const [isSending, setIsSending] = useState(false)
  const [, navigate] = useLocation()
  const params = { id: mail.id }
  const test = useAct('POST /v1/office/group-mails/{id}/test', {
    onSuccess: ({ to }) => toast(`Test emailed to ${to}`),
  })
  const { mutateAsync: remove } = useAct('DELETE /v1/office/group-mails/{id}', {
    refreshes: ['GET /v1/office/group-mails'],
    onSuccess: () => navigate(paths.officeAt('group-mails')),
  })
  return (
    <Panel title="Check and send">
      <div className={styles['stack']}>
        {isSaved ? (
          <iframe
            // Another text is another page.
            key={JSON.stringify([mail.subject, mail.text, mail.kind, mail.audience])}
            className={mailStyles['preview']}
            title="The email as its first recipient sees it"
            src={`/v1/office/group-mails/${mail.id}/html`}
            sandbox=""
          />
        ) : (
          <p style={{ margin: 0 }}>Save the draft to see the email, test it and send it.</p>
        )}
        <div className={styles['pair']}>
          <Button disabled={!isSaved} onClick={() => setIsSending(true)}>
            Send…
          </Button>
          <Button
            variant="default"
            disabled={!isSaved}
            loading={test.isPending}
            onClick={() => test.mutate({ params })}
          >
            Send me a test
          </Button>
          <Button
            variant="default"
            onClick={() =>
              void confirm({
                title: 'Delete this draft?',
                message: mail.subject,
                yes: 'Delete',
                no: 'Keep it',
                consequence: 'loss',
                act: () => remove({ params }),
              })
            }
          >
            Delete draft
          </Button>
        </div>
        {isSending && <SendGroupMailDialog mail={mail} onClose={() => setIsSending(false)} />}
      </div>
    </Panel>
  )
}
