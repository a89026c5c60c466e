import { legalTextTitles } from '@callboard/domain/accounts/legal-text.ts'
import { momentText } from '../../ui/Day.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { OfficeRecord } from './record.ts'

/** Which words were agreed to last, by whom and when. OFF-035. */
export function AgreementsPanel({ record: { agreements, time_zone: zone } }: { record: OfficeRecord }) {
  if (agreements.length === 0) return null
  return (
    <Panel title="Agreed to">
      {agreements.map(({ name, version, agreed_at, by, editing }) => (
        <p key={name} style={{ margin: 0 }}>
          {legalTextTitles[name]}, version {version}, {momentText({ at: agreed_at, zone })}
          {by && `, by ${by}`}
          {editing && ', with an edit'}
        </p>
      ))}
    </Panel>
  )
}
