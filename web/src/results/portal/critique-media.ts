import { useMemo } from 'react'
import { address, call, type Reply } from '../../api/call.ts'

type CritiquesReply = Reply<'GET /v1/dance360/coda/critiques'>
type Critique = CritiquesReply['routines'][number]
type Judge = Critique['judges'][number]

/** How the recordings and videos of a registration are reached, by its owner or with the token of a link. */
export type CritiqueMedia = {
  /** A signed place, which is good for an hour. */
  loadUrl: (media_id: string) => Promise<string>
  /** Downloads a video critique. */
  download: (critique: Critique, judge: Judge) => Promise<void>
}

/** Saves a file that needs a header to be read, which a link cannot send. */
async function saveShared(url: string, name: string, share: string) {
  const reply = await fetch(url, { headers: { 'x-share-token': share } })
  if (!reply.ok) throw new Error('The video was not answered')
  const place = URL.createObjectURL(await reply.blob())
  const link = document.createElement('a')
  link.href = place
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(place), 60_000)
}

export function useCritiqueMedia(
  { registration_id, event, city }: CritiquesReply,
  share: string | undefined,
): CritiqueMedia {
  return useMemo(
    () => ({
      loadUrl: (media_id) =>
        call(
          'GET /v1/dance360/coda/recording',
          { query: { registration_id, media_id } },
          share === undefined ? {} : { share },
        ).then(({ signedRequest }) => signedRequest),
      download: async ({ name, number }, { position, video_key }) => {
        const query = { key: video_key, event, city, routine: name, position, number }
        const url = address('/v1/download/critique', { query })
        if (share === undefined) window.open(url, '_self')
        else await saveShared(url, `${number}, ${name}, judge ${position}, ${event}, ${city}.mp4`, share)
      },
    }),
    [registration_id, event, city, share],
  )
}
