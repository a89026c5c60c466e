import { Button } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../ui/Panel.tsx'
import { ChangeEntries } from '../changes/ChangeDetails.tsx'
import type { OfficeRecord } from './record.ts'

/** Changes after the completion, to be read before it is confirmed: the newest one, earlier ones on request. EDIT-010. */
export function ChangesPanel({ record: { changes, time_zone } }: { record: OfficeRecord }) {
  const [showsAll, setShowsAll] = useState(false)
  const [newest, ...earlier] = changes
  if (!newest) return null
  return (
    <Panel title="Changes">
      <ChangeEntries changes={showsAll ? changes : [newest]} zone={time_zone} reader="office" />
      {earlier.length > 0 && (
        <Button variant="default" size="sm" mt="md" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show only the newest' : `Show ${earlier.length} earlier`}
        </Button>
      )}
    </Panel>
  )
}
