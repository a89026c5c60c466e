import { useSyncExternalStore } from 'react'

type Playback = {
  /** Of the recording that plays or is paused. */
  id: string | null
  state: 'silent' | 'loading' | 'playing' | 'paused'
  /** Seconds from its beginning. */
  at: number
  rate: number
}

let playback: Playback = { id: null, state: 'silent', at: 0, rate: 1 }
let audio: HTMLAudioElement | undefined
const listeners = new Set<() => void>()

function change(part: Partial<Playback>) {
  playback = { ...playback, ...part }
  for (const listener of listeners) listener()
}

/** One element plays all recordings, so one is heard at a time. */
function element(): HTMLAudioElement {
  if (audio) return audio
  audio = new Audio()
  audio.addEventListener('timeupdate', () => change({ at: audio?.currentTime ?? 0 }))
  audio.addEventListener('pause', () => playback.state === 'playing' && change({ state: 'paused' }))
  // It stays the chosen one, with its speed; played again, it begins at its start.
  audio.addEventListener('ended', () => change({ state: 'paused', at: 0 }))
  return audio
}

type Track = { id: string; loadUrl: () => Promise<string> }

/** Plays a recording from `at` seconds, or from where it was paused. Rejects when it cannot be played. */
async function play({ id, loadUrl }: Track, at?: number): Promise<void> {
  const player = element()
  const isOther = playback.id !== id
  if (isOther) {
    player.pause()
    change({ id, state: 'loading', at: at ?? 0 })
    try {
      player.src = await loadUrl()
    } catch (error) {
      if (playback.id === id) change({ id: null, state: 'silent', at: 0 })
      throw error
    }
    // Another was chosen meanwhile.
    if (playback.id !== id) return
  }
  if (at !== undefined || isOther) player.currentTime = at ?? 0
  player.playbackRate = playback.rate
  try {
    await player.play()
    if (playback.id === id) change({ state: 'playing' })
  } catch (error) {
    if (playback.id === id) change({ id: null, state: 'silent', at: 0 })
    throw error
  }
}

export const recordingPlayer = {
  play,
  pause: () => element().pause(),
  seek: (at: number) => {
    element().currentTime = at
    change({ at })
  },
  setRate: (rate: number) => {
    element().playbackRate = rate
    change({ rate })
  },
  /** Called when a recording leaves the screen: nobody could pause it there. */
  stop: (id: string) => {
    if (playback.id !== id) return
    element().pause()
    change({ id: null, state: 'silent', at: 0 })
  },
}

export const usePlayback = (): Playback =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => playback,
  )
