import { legalTextTitles } from '@callboard/domain/accounts/legal-text.ts'
import { useAct } from '../../api/use-call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { toast } from '../../ui/toasts.ts'
import type { Reply } from '../../api/call.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type LegalText = Reply<'GET /v1/office/legal-texts'>['rows'][number]

/** Other words of a text: a new version. Whether they say what has to be said is told when it is saved. OFF-035. */
export default function LegalTextForm({ text, onClose }: { text: LegalText; onClose: () => void }) {
  const { name, version } = text
  const formDraft = useDraft('accounts/legal-text', name, version)
  const [words, setWords] = useDraftState(formDraft, 'words', text.text)
  const { mutate, isPending, error } = useAct('PUT /v1/office/legal-texts/{name}', {
    refreshes: [
      'GET /v1/office/legal-texts',
      'GET /v1/office/legal-texts/{name}/versions',
      'GET /v1/legal-texts/{name}',
    ],
    failure: 'in place',
    onSuccess: (saved) => {
      formDraft.clear()
      toast(`Saved as version ${saved.version}`)
      onClose()
    },
  })
  return (
    <FormDialog
      draft={formDraft}
      title={`Change ${legalTextTitles[name]}`}
      width={690}
      submit="Save as a new version"
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={() => mutate({ params: { name }, body: { text: words, version } })}
    >
      <LongTextField
        label="Text"
        name="text"
        help="A line that starts with # is a heading; an empty line starts a new paragraph. Anyone on the review step right now is asked to read the new text."
        value={words}
        onChange={setWords}
        error={undefined}
        lines={12}
        mostLines={16}
        maxLength={40_000}
      />
    </FormDialog>
  )
}
