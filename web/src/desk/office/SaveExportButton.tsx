import type { ExportList } from '@callboard/domain/desk/saved-export.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../shell/paths.ts'
import { Link } from '../../ui/Link.tsx'

const SaveExportDialog = lazy(() =>
  import('./SaveExportDialog.tsx').then((file) => ({ default: file.SaveExportDialog })),
)

export type SaveExportProps = { list: ExportList; filters: Readonly<Record<string, string | number>> }

/** Saves the export of the list that is shown. */
export function SaveExportButton({ list, filters }: SaveExportProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Save export
      </Button>
      {/* Not a toast: its link would be gone before it is reached. */}
      <output className="no-print">
        {isSaved && (
          <>
            Export saved. It is listed under <Link to={paths.officeAt('exports')}>Exports</Link>.
          </>
        )}
      </output>
      {isOpen && (
        <Suspense fallback={null}>
          <SaveExportDialog
            list={list}
            filters={filters}
            onSaved={() => setIsSaved(true)}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
