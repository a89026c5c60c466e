import type { ExportList } from '@callboard/domain/desk/saved-export.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const SaveExportDialog = lazy(() =>
  import('./SaveExportDialog.tsx').then((file) => ({ default: file.SaveExportDialog })),
)

export type SaveExportProps = { list: ExportList; filters: Readonly<Record<string, string | number>> }

/** Saves the export of the list that is shown. */
export function SaveExportButton({ list, filters }: SaveExportProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Save export
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SaveExportDialog list={list} filters={filters} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
