import type { CallInput, Reply } from '../../api/call.ts'
import { useChanges } from '../../api/use-changes.ts'
import type { FormDraft } from '../../ui/use-draft.ts'

const route = 'GET /v1/office/awards'
export type OfficeAwards = Reply<typeof route>
export type OfficeAward = OfficeAwards['awards'][number]
export type AwardBody = CallInput<'POST /v1/office/awards'>['body']
export type PickBody = CallInput<'PUT /v1/office/picks'>['body']

/** The awards of a city and their changes; each answers all of them, and a refusal stays beside the form. */
export const useAwards = (tour_date_id: number) =>
  useChanges(route, { query: { tour_date_id } }, { failure: 'in place' })

export type Awards = ReturnType<typeof useAwards>

/** Saving in a dialog of awards, which ends its draft and closes it; and the props of the dialog's form. */
export function awardForm(awards: Awards, draft: FormDraft, onClose: () => void) {
  async function save(act: () => Promise<OfficeAwards>) {
    if (!(await awards.change(act))) return
    draft.clear()
    onClose()
  }
  return { save, form: { draft, error: awards.failure, pending: awards.pending, onClose } }
}
