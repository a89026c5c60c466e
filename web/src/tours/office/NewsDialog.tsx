import { checkNews } from '@callboard/domain/tours/news.ts'
import type { CalendarDate } from '@callboard/domain/kernel/calendar.ts'
import { explain } from '@callboard/domain/refusals.ts'
import { useAct } from '../../api/use-call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { LongTextField } from '../../ui/LongTextField.tsx'
import { BirthdateField } from '../../ui/masked-fields.tsx'
import { toast } from '../../ui/toasts.ts'
import { type Reply } from '../../api/call.ts'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

export type NewsItem = Reply<'GET /v1/office/news'>['rows'][number]

type NewsDialogProps = { tour_date_id: number; item: NewsItem | null; today: CalendarDate; onClose: () => void }

/** A dated news item, new or changed. OFF-028. */
export function NewsDialog({ tour_date_id, item, today, onClose }: NewsDialogProps) {
  const formDraft = useDraft('tours/news', tour_date_id, item?.id ?? 'new')
  const [date, setDate, baseDate] = useDraftState<CalendarDate | null>(formDraft, 'date', item?.date ?? today)
  const [text, setText, baseText] = useDraftState(formDraft, 'text', item?.text ?? '')
  const mutationOptions = {
    refreshes: ['GET /v1/office/news'] as const,
    failure: 'in place' as const,
    onSuccess: () => {
      formDraft.clear()
      toast(item ? 'News changed' : date && date > today ? 'It appears on its day' : 'News published')
      onClose()
    },
  }
  const adding = useAct('POST /v1/office/news', mutationOptions)
  const changing = useAct('PUT /v1/office/news/{id}', mutationOptions)
  const { isPending, error } = item ? changing : adding
  const newsCheck = checkNews(text)
  return (
    <FormDialog
      draft={formDraft}
      title={item ? 'Change news' : 'Write news'}
      width={560}
      submit={item ? 'Save' : 'Publish'}
      error={error}
      pending={isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!date) return
        if (item)
          changing.mutate({ params: { id: item.id }, body: { date, text, base: { date: baseDate, text: baseText } } })
        else adding.mutate({ body: { tour_date_id, date, text } })
      }}
    >
      <BirthdateField
        label="Day"
        name="date"
        help="MM/DD/YYYY. A day ahead: it appears on that day."
        value={date}
        onChange={setDate}
        error={date ? undefined : 'Required'}
      />
      <LongTextField
        label="News"
        name="text"
        value={text}
        onChange={setText}
        error={newsCheck.ok ? undefined : explain(newsCheck.refusal)}
        lines={4}
        maxLength={2_000}
      />
    </FormDialog>
  )
}
