import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { CompetitionProps } from './competition.ts'

const ReplaceDancer = lazy(() => import('./ReplaceDancer.tsx').then((file) => ({ default: file.ReplaceDancer })))

/** Opens the dialog that puts one dancer in another's place. */
export function ReplaceButton(props: CompetitionProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Replace a dancer…
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReplaceDancer {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
