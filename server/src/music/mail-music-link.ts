import type { musicEndpoints } from '@callboard/contract/music/music.ts'
import type { Instant } from '@callboard/domain/kernel/instant.ts'
import { musicOpen } from '@callboard/domain/music/music-open.ts'
import { emailError } from '@callboard/domain/roster/contact.ts'
import { shareAddress, shareEnd } from '@callboard/domain/share-links/share-link.ts'
import type { z } from 'zod'
import type { Tx } from '../platform/db/connect.ts'
import { NotFound, orNotFound, orRefuse, Refused } from '../platform/http/errors.ts'
import { hashOf, newToken } from '../platform/http/sessions.ts'
import { sendMail } from '../platform/mail/queries.ts'
import { findRegistration, loadOwner } from '../registrations/queries.ts'
import { setUploadEmail } from '../registrations/routines/queries.ts'
import { loadSettings, wholeProduct } from '../platform/settings-queries.ts'
import { insertShareToken } from '../share-links/queries.ts'
import { findMusicCity, lockMusicOf } from './queries.ts'
import { audioWords } from '@callboard/domain/music/audio-kind.ts'
import type { Letter } from '../platform/mail/layout.ts'

type MusicLinkBody = z.output<typeof musicEndpoints.mailMusicLink.body>

/**
 * Mails an upload link for one routine. The link is created here, so a client cannot place its own URL in our mail.
 * MUS-008.
 */
export async function mailMusicLink(
  tx: Tx,
  origin: string,
  { email, data }: MusicLinkBody,
  user: { id: number },
  now: Instant,
) {
  const asker = { user, shared: null }
  const routine = orNotFound(await lockMusicOf(tx, asker, data.routine))
  const city = orNotFound(await findMusicCity(tx, asker, routine.registration_id))
  if (routine.registration_id !== data.registration_id) throw new NotFound()
  if (emailError(email, true)) throw new Refused({ code: 'music.email', field: 'email' })
  orRefuse(musicOpen(routine, now))

  const { share_link_days } = await loadSettings(tx, wholeProduct)
  const token = newToken()
  const { registration_id } = data
  const link = { path: 'music', registration_id, routine_ids: [routine.id] } as const
  const shareToken = { ...link, routine_ids: [routine.id], token_hash: hashOf(token) }
  await insertShareToken(tx, { ...shareToken, expires_at: shareEnd(now, share_link_days) }, now)

  const upload_email = email.trim()
  await setUploadEmail(tx, routine.id, upload_email)
  const { row } = orNotFound(await findRegistration(tx, registration_id))
  const owner = await loadOwner(tx, row)
  const letter = musicLinkLetter({
    routine: routine.routine_name,
    event: city.event_name,
    city: city.city_name,
    from: owner.studio?.name ?? `${owner.fname} ${owner.lname}`,
    url: `${origin}${shareAddress(link, token)}`,
  })
  await sendMail(tx, { to: upload_email, template: 'music_link', user_id: user.id, registration_id }, letter, now)
  return { upload_email }
}

type MusicLinkFacts = { routine: string; event: string; city: string; from: string; url: string }

/** Mail that asks for the music of one routine. MUS-008. */
const musicLinkLetter = ({ routine, event, city, from, url }: MusicLinkFacts): Letter => ({
  subject: `Music for “${routine}” at ${event} in ${city}`,
  preview: `${from} asks you to upload it. No account is needed.`,
  heading: `Please upload the music for “${routine}”`,
  paragraphs: [
    `${from} asks you for the music of “${routine}” at ${event} in ${city}. The link opens the upload of this routine alone; you need no account.`,
    `Upload ${audioWords}.`,
  ],
  action: { label: 'Upload the music', url },
  closing: ['If this routine is not yours, please ignore this email.'],
})
