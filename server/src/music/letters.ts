import { audioWords } from '@callboard/domain/music/audio-kind.ts'
import type { Letter } from '../platform/mail/layout.ts'

type Wanted = { routine: string; event: string; city: string; from: string; url: string }

/** Mail that asks for the music of one routine. MUS-008. */
export const musicLinkLetter = ({ routine, event, city, from, url }: Wanted): Letter => ({
  subject: `Music for “${routine}” at ${event} in ${city}`,
  preview: `${from} asks you to upload it. No account is needed.`,
  heading: `Please upload the music for “${routine}”`,
  paragraphs: [
    `${from} asks you for the music of “${routine}” at ${event} in ${city}. The link opens the upload of this routine alone; you need no account.`,
    `It takes ${audioWords}.`,
  ],
  action: { label: 'Upload the music', url },
  closing: ['If you have nothing to do with this routine, please ignore this mail.'],
})
