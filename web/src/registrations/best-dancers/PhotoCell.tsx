import { Button } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { explained, showFailure } from '../../api/failure.ts'
import { confirm, notice } from '../../ui/dialogs.ts'
import { toast } from '../../ui/toasts.ts'
import styles from './Program.module.css'
import { shareOptions, type ProgramVisit } from './program-query.ts'
import type { SavedPhoto } from './send-photo.ts'

const PhotoDialog = lazy(() => import('./PhotoDialog.tsx'))

type PhotoCellProps = {
  name: string
  /** The thumbnail; null: none yet. */
  photo: string | null
  visit: Pick<ProgramVisit, 'share'>
  attendee: () => Promise<number | null>
  /** Photos may be put and taken away now. */
  open: boolean
  onChanged: (saved: SavedPhoto | null) => void
}

/** A dancer's photo: seen, put, exchanged, taken away. PROG-047, PROG-016. */
export function PhotoCell({ name, photo, visit, attendee, open, onChanged }: PhotoCellProps) {
  const [choosing, setChoosing] = useState(false)

  async function remove() {
    const sure = await confirm({
      title: 'Delete photo',
      message: `The photo of ${name} and its original are deleted.`,
      yes: 'Yes, delete it',
      no: 'No, keep it',
      consequence: 'loss',
    })
    if (!sure) return
    try {
      const attendee_id = await attendee()
      if (attendee_id === null) {
        await notice({ title: 'Oops...', message: await explained({ code: 'best_dancer.not_saved' }) })
        return
      }
      await call('DELETE /v1/tda/best-dancers', { query: { attendee_id } }, shareOptions(visit))
      toast('Photo deleted')
      onChanged(null)
    } catch (error) {
      await showFailure(error, () => {})
    }
  }

  return (
    <div className={styles['photo']}>
      {photo ? (
        <img src={photo} alt={`${name}`} width={72} height={72} />
      ) : (
        <span className={styles['nobody']} aria-hidden>
          <IconUser />
        </span>
      )}
      {open && (
        <div className={styles['photoActions']}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${photo ? 'Change' : 'Add'} the photo of ${name}`}
            onClick={() => setChoosing(true)}
          >
            {photo ? 'Change' : 'Add photo'}
          </Button>
          {photo && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Delete the photo of ${name}`}
              onClick={() => void remove()}
            >
              Delete
            </Button>
          )}
        </div>
      )}
      {choosing && (
        <Suspense fallback={null}>
          <PhotoDialog
            name={name}
            visit={visit}
            attendee={attendee}
            onSaved={onChanged}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
