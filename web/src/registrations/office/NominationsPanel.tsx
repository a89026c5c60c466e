import { nominationsRoute, awardSteps, type OfficeRecord } from './record.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { PanelReadError } from '../../shell/ErrorPage.tsx'
import { Panel } from '../../ui/Panel.tsx'

const NominationsDialog = lazy(() => import('./NominationsDialog.tsx'))

/** Shows the registration's nominations, with an edit button, if the event has awards. OFF-014. */
export function NominationsPanel({ record: { id } }: { record: OfficeRecord }) {
  const read = useRead(nominationsRoute, { params: { id } })
  const { data } = read
  const [changing, setChanging] = useState(false)
  if (!data) return <PanelReadError title="Nominations" read={read} />
  if (data.types.length === 0) return null
  return (
    <Panel
      title="Nominations"
      actions={
        <Button variant="default" size="compact-sm" onClick={() => setChanging(true)}>
          Change nominations
        </Button>
      }
    >
      {awardSteps.map(([step, title]) => {
        const types = data.types.filter((type) => type.step === step)
        const own = data.nomination_routines.filter((one) =>
          types.some((type) => type.id === one.nomination_type_id),
        ).length
        return (
          types.length > 0 && (
            <p key={step} style={{ margin: 0 }}>
              {title}: {step === 'soty' && !data.has_soty ? 'not entered' : `${own} of ${types.length}`}
            </p>
          )
        )
      })}
      <Suspense fallback={null}>
        {changing && <NominationsDialog id={id} before={data} onClose={() => setChanging(false)} />}
      </Suspense>
    </Panel>
  )
}
