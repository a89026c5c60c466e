import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { OfficeFrame } from '../../shell/OfficeList.tsx'
import { CityNav } from '../../tours/office/CityNav.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import type { SheetCritique } from './CritiqueDialog.tsx'
import { useEntryFilter } from './use-entry-filter.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useIdInPath } from '../../ui/router/RouterProvider.tsx'

const CritiqueDialog = lazy(() => import('./CritiqueDialog.tsx').then((file) => ({ default: file.CritiqueDialog })))

const route = 'GET /v1/office/critiques'

const isMissing = ({ critique, note, good, bad }: SheetCritique) =>
  critique === '' && note === '' && good.length + bad.length === 0

const judgeName = ({ judge, position }: SheetCritique) => judge ?? `Judge ${position}`

/** The critiques of a city by entry and judge; the office types what is missing. OFF-031. */
export function CityCritiquesPage() {
  const id = useIdInPath()
  const answer = useRead(route, { query: { tour_date_id: id } })
  const { missingOnly, setMissingOnly, isMatch, filters } = useEntryFilter()
  const [openSheet, setOpenSheet] = useState<{ title: string; sheet: SheetCritique } | null>(null)
  const city = answer.data?.city
  return (
    <>
      <OfficeFrame
        title={city ? `Critiques for ${city}` : 'Critiques'}
        above={answer.data?.event}
        about={`${
          answer.data?.is_released
            ? 'They are released: studios read what you change once a correction of them is released.'
            : 'Studios read them once they are released.'
        } What you type here replaces the judge’s text; the mark stays the same.`}
        answer={answer}
        skeleton={{ columns: 2 }}
        nav={<CityNav id={id} />}
        filters={filters}
      >
        {({ entries }) => (
          <div className={styles['stack']}>
            <Switch
              label="Missing only"
              checked={missingOnly}
              onChange={({ currentTarget }) => setMissingOnly(currentTarget.checked)}
            />
            {entries.every(({ sheets }) => sheets.length === 0) && (
              <Panel>
                <p style={{ margin: 0 }}>No entry of this city has a mark yet.</p>
              </Panel>
            )}
            {entries
              .filter(isMatch)
              .map((entry) => ({ entry, sheets: missingOnly ? entry.sheets.filter(isMissing) : entry.sheets }))
              .filter(({ sheets }) => sheets.length > 0)
              .map(({ entry, sheets }) => (
                <Panel key={entry.id} title={`${entry.label} ${entry.name}, ${entry.studio}`} flush>
                  <ul className={styles['rows']}>
                    {sheets.map((sheet) => (
                      <li key={sheet.client_id}>
                        <div>
                          <strong>{judgeName(sheet)}</strong>{' '}
                          {isMissing(sheet) && <StatusBadge state="standby">Missing</StatusBadge>}
                          <span className={styles['second']} style={{ overflowWrap: 'anywhere' }}>
                            {[sheet.critique, sheet.note].filter(Boolean).join(' · ')}
                          </span>
                          <span className={styles['second']}>
                            {sheet.good.length} good, {sheet.bad.length} bad
                          </span>
                        </div>
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={`Change the critique of ${entry.label} by ${judgeName(sheet)}`}
                          onClick={() =>
                            setOpenSheet({ title: `${entry.label} ${entry.name}: ${judgeName(sheet)}`, sheet })
                          }
                        >
                          Change
                        </Button>
                      </li>
                    ))}
                  </ul>
                </Panel>
              ))}
          </div>
        )}
      </OfficeFrame>
      <Suspense fallback={null}>
        {openSheet && (
          <CritiqueDialog
            title={openSheet.title}
            sheet={openSheet.sheet}
            isReleased={answer.data?.is_released ?? false}
            onClose={() => setOpenSheet(null)}
          />
        )}
      </Suspense>
    </>
  )
}
