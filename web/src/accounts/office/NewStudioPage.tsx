import { typesOfGroup } from '@callboard/domain/accounts/person-types.ts'
import { useLocation } from 'wouter'
import { usePeopleLists } from '../AddressFields.tsx'
import { emptyStudio, StudioForm } from '../StudioForm.tsx'
import { wireStudio } from '../studio-entry.ts'
import { useAct } from '../../api/use-call.ts'
import { paths } from '../../shell/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.ts'
import styles from '../../ui/Office.module.css'
import { useDraft, useDraftState } from '../../ui/use-draft.ts'

/** A studio that has no account yet. OFF-039. */
export function NewStudioPage() {
  const formDraft = useDraft('accounts/new-studio')
  const [entry, setEntry] = useDraftState(formDraft, 'entry', emptyStudio)
  const types = usePeopleLists()?.person_types ?? []
  const [, navigate] = useLocation()
  const create = useAct('POST /v1/office/studios', {
    failure: 'in place',
    refreshes: ['GET /v1/office/studios'],
    onSuccess: ({ id }) => {
      formDraft.clear()
      toast('Saved')
      navigate(paths.officeAt(`studios/${id}`))
    },
  })
  const back = paths.officeAt('studios')
  return (
    <div className={styles['stack']}>
      <PageHeader title="New studio" above={<Link to={back}>Studios</Link>}>
        It appears in the sign-up list right away. The link to claim it is sent only to its email address.
      </PageHeader>
      <div className={styles['narrow']}>
        <Panel>
          <StudioForm
            draft={formDraft}
            value={entry}
            onChange={setEntry}
            error={create.error}
            pending={create.isPending}
            onSubmit={() => create.mutate({ body: wireStudio(entry, typesOfGroup(types, 'studio')[0]?.id ?? 0) })}
            onCancel={() => {
              formDraft.discard()
              navigate(back)
            }}
            cancelText="Cancel"
          />
        </Panel>
      </div>
    </div>
  )
}
