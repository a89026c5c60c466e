import { lazy, Suspense, useSyncExternalStore } from 'react'
import { dialogs } from './dialogs.ts'

const AskedDialog = lazy(() => import('./AskedDialog.tsx').then((file) => ({ default: file.AskedDialog })))

/** Shows what `notice`, `confirm` and `askText` ask. Its code loads with the first question. */
export function DialogHost() {
  const open = useSyncExternalStore(dialogs.subscribe, dialogs.open, dialogs.open)
  return (
    <Suspense fallback={null}>
      {open.map((dialog) => (
        <AskedDialog key={dialog.id} dialog={dialog} />
      ))}
    </Suspense>
  )
}
