import { groupCount, type SurveyQuestionType } from '@callboard/domain/survey/question.ts'
import { questionFields, type QuestionDraft } from '@callboard/domain/survey/versions.ts'
import type { Reply } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { ToggleField } from '../../ui/ToggleField.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type OfficeQuestion = Reply<'GET /v1/office/survey-questions'>['rows'][number]

export const typeLabels: Readonly<Record<SurveyQuestionType, string>> = {
  rating: 'Rating',
  text: 'Text',
  judge_list: 'Rating of each judge',
  workshop_list: 'Rating of each class',
}
const types = Object.entries(typeLabels).map(([value, label]) => ({ value: value as SurveyQuestionType, label }))
const groups = Array.from({ length: groupCount }, (_, index) => ({ value: index + 1, label: `Group ${index + 1}` }))

const blank: QuestionDraft = {
  ...{ question: '', required: true, survey_question_group_id: 1, survey_question_type: 'rating' },
  ...{ not_applicable: null, feedback: false },
}

type QuestionDialogProps = {
  version: number
  question: OfficeQuestion | null
  /** The version that the change was made in: a copy, when this one has answers. */
  onChanged: (version: number) => void
  onClose: () => void
}

/** A new question of the survey, or a change of one. OFF-034. */
export function QuestionDialog({ version, question, onChanged, onClose }: QuestionDialogProps) {
  const formDraft = useDraft('survey/question', version, question?.id ?? 'new')
  const [draft, setDraft, base] = useDraftState<QuestionDraft>(formDraft, 'question', question ?? blank)
  const set = (change: Partial<QuestionDraft>) => setDraft({ ...draft, ...change })
  const options = {
    refreshes: ['GET /v1/office/survey-questions', 'GET /v1/office/survey-versions'] as const,
    failure: 'in place' as const,
    onSuccess: (reply: { version: number }) => {
      formDraft.clear()
      onChanged(reply.version)
      onClose()
    },
  }
  const adding = useAct('POST /v1/office/survey-questions', options)
  const changing = useAct('PUT /v1/office/survey-questions/{id}', options)
  const { isPending, error } = question ? changing : adding

  function save() {
    const body = { ...questionFields(draft), not_applicable: draft.not_applicable || null }
    if (question) changing.mutate({ params: { id: question.id }, body: { ...body, base: questionFields(base) } })
    else adding.mutate({ body: { version, ...body } })
  }

  return (
    <FormDialog
      title={question ? 'Change question' : 'Add a question'}
      draft={formDraft}
      error={error}
      pending={isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <LongTextField
        label="Question"
        name="question"
        value={draft.question}
        lines={2}
        maxLength={500}
        error={draft.question.trim() ? undefined : 'Required'}
        onChange={(next) => set({ question: next })}
      />
      <SelectField
        label="Group"
        name="survey_question_group_id"
        help="Groups 1 and 2 are page 1; 3, 4 and 5 are pages of their own; 6 to 8 are page 5."
        value={draft.survey_question_group_id}
        options={groups}
        error={undefined}
        onChange={(next) => next && set({ survey_question_group_id: next })}
      />
      <SelectField
        label="Answer"
        name="survey_question_type"
        value={draft.survey_question_type}
        options={types}
        error={undefined}
        onChange={(next) => next && set({ survey_question_type: next })}
      />
      <ToggleField
        label="Required"
        value={draft.required}
        error={undefined}
        onChange={(required) => set({ required })}
      />
      <ToggleField
        label="Allow comments"
        value={draft.feedback}
        error={undefined}
        onChange={(feedback) => set({ feedback })}
      />
      <TextField
        label="Not-applicable text"
        name="not_applicable"
        help="A switch with this text, such as “We did not compete”, answers the whole group."
        optional
        value={draft.not_applicable ?? ''}
        maxLength={200}
        error={undefined}
        onChange={(next) => set({ not_applicable: next })}
      />
    </FormDialog>
  )
}
