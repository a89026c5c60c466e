import { worded } from '@callboard/domain/kernel/wording.ts'
import { checkAnswer, requestMost, wishText } from '@callboard/domain/running-order/entry-request.ts'
import { runningOrderWording } from '@callboard/domain/running-order/refusals.ts'
import { Text } from '@mantine/core'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'
import type { OfficeEntry, RunningOrder } from './use-running-order.ts'

type AnswerDialogProps = { order: RunningOrder; tour_date_id: number; entry: OfficeEntry; onClose: () => void }

/** The office answers a studio's request; an empty answer takes an earlier one back. */
export function AnswerDialog({ order, tour_date_id, entry, onClose }: AnswerDialogProps) {
  const { id, name, studio, request } = entry
  const formDraft = useDraft('running-order/answer', id)
  const [answer, setAnswer] = useDraftState(formDraft, 'answer', request?.answer ?? '')
  const checkedAnswer = checkAnswer(answer)
  if (!request) return null
  const { revision } = request
  async function save() {
    const body = { tour_date_id, revision, answer }
    const isDone = await order.change(() =>
      call('PUT /v1/office/running-order/requests/{id}', { params: { id }, body }),
    )
    if (!isDone) return
    formDraft.clear()
    onClose()
  }
  return (
    <FormDialog
      title={`Answer for ${name}`}
      draft={formDraft}
      error={null}
      pending={order.pending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Text>
        {studio} asks: {[wishText(request), request.text && `“${request.text}”`].filter(Boolean).join('. ')}
      </Text>
      <LongTextField
        label="Answer"
        name="answer"
        lines={3}
        mostLines={8}
        value={answer}
        onChange={setAnswer}
        help={`The studio reads this in its schedule. Up to ${requestMost} characters. Leave it empty to remove an answer.`}
        error={checkedAnswer.ok ? undefined : worded(runningOrderWording, checkedAnswer.refusal)}
      />
    </FormDialog>
  )
}
