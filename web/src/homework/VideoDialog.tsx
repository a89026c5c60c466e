import { Dialog } from '../ui/Dialog.tsx'
import styles from './Homework.module.css'
import type { Reply } from '../api/call.ts'

export type HomeworkVideo = Reply<'GET /v1/dance360/coda/homework'>[number]

type VideoDialogProps = {
  video: Pick<HomeworkVideo, 'name' | 'video'> & Partial<Pick<HomeworkVideo, 'staff'>>
  onClose: () => void
}

/** A video of the library on top of the page. The player is another site’s, so it gets no more than it needs. RES-028. */
export function VideoDialog({ video, onClose }: VideoDialogProps) {
  const { name, staff, video: address } = video
  return (
    <Dialog opened title={name} onCancel={onClose} width={880}>
      {address && (
        <iframe
          className={styles['player']}
          src={address}
          title={`Video: ${name}`}
          loading="lazy"
          sandbox="allow-scripts allow-same-origin allow-presentation"
          allow="fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      )}
      {staff && <p>{staff}</p>}
    </Dialog>
  )
}
