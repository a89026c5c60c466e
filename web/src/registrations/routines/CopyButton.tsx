import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { copyingInto } from '@callboard/domain/registrations/routines/copying.ts'
import { lazy, Suspense, useState } from 'react'
import type { CompetitionProps } from './competition.ts'

const CopyDialog = lazy(() => import('./CopyDialog.tsx').then((file) => ({ default: file.CopyDialog })))

/** The same on regionals and on nationals, each in its own words. COPY-001. */
const copyWords = {
  copy: {
    button: 'COPY A PREVIOUS ROUTINE',
    title: 'Copy a previous routine',
    act: 'Copy',
    done: 'copied',
  },
  transfer: {
    button: 'TRANSFER REGIONAL ROUTINES',
    title: 'Transfer regional routines',
    act: 'Transfer',
    done: 'transferred',
  },
} as const

/** Opens the routines of other cities, where they may be copied into this one. COPY-001, COPY-004. */
export function CopyButton(props: CompetitionProps) {
  const [open, setOpen] = useState(false)
  const into = copyingInto(props.facts)
  if (!into) return null
  return (
    <>
      <Button
        variant="default"
        rightSection={<IconChevronDown className="icon" aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {copyWords[into].button}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <CopyDialog {...props} words={copyWords[into]} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
