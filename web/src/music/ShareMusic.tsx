import { makeShareLink } from '../api/make-share-link.ts'
import { SharePopover } from '../ui/SharePopover.tsx'
import type { MusicVisit } from './readings.ts'

/** A link that opens this page without an account. MUS-014, TOK-013. */
export const ShareMusic = ({ visit: { registration_id } }: { visit: MusicVisit }) => (
  <SharePopover onMake={() => makeShareLink('music', registration_id)}>
    Whoever has it can hear and upload the music of these routines, and see nothing else.
  </SharePopover>
)
