import { useSyncExternalStore } from 'react'

type Playing = {
  /** Of the music that plays or is paused. */
  id: number | null
  state: 'silent' | 'loading' | 'playing' | 'paused'
  /** Seconds. */
  at: number
}

const silent: Playing = { id: null, state: 'silent', at: 0 }
let now = silent
let audio: HTMLAudioElement | undefined
const listeners = new Set<() => void>()

function change(next: Playing) {
  now = next
  for (const tell of listeners) tell()
}

/** There is one player, so only one track plays at a time. MUS-022. */
function element(): HTMLAudioElement {
  if (audio) return audio
  audio = new Audio()
  audio.addEventListener('timeupdate', () => change({ ...now, at: audio?.currentTime ?? 0 }))
  audio.addEventListener('pause', () => now.state === 'playing' && change({ ...now, state: 'paused' }))
  audio.addEventListener('ended', () => change(silent))
  return audio
}

/** Plays a track, or goes on with it; `place` says where it lies. Rejects when it cannot be played. */
async function play(id: number, place: () => Promise<string>): Promise<void> {
  const player = element()
  if (now.id !== id) {
    player.pause()
    change({ id, state: 'loading', at: 0 })
    try {
      player.src = await place()
      // Another was chosen meanwhile.
      if (now.id !== id) return
      await player.play()
    } catch (error) {
      if (now.id !== id) return
      change(silent)
      throw error
    }
  } else await player.play()
  if (now.id === id) change({ ...now, state: 'playing' })
}

export const player = {
  play,
  pause: () => element().pause(),
  seek: (at: number) => {
    element().currentTime = at
    change({ ...now, at })
  },
  /** When the screen is left, or, with its number, what plays is taken away. */
  stop: (id: number | null = now.id) => {
    if (now.id === null || now.id !== id) return
    element().pause()
    change(silent)
  },
}

export const usePlaying = (): Playing =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => now,
  )
