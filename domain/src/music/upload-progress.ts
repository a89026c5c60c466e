type RoutineState = { music: unknown; no_music: boolean }

const routinesText = (count: number) => (count === 1 ? '1 routine' : `${count} routines`)

/**
 * How far the music of a list of routines is: 'Music uploaded for 37 of 39 routines. 1 routine needs no music.' Routines
 * marked No Music need no file, so they count neither as uploaded nor as missing.
 */
export function uploadProgress(routines: readonly RoutineState[]): string {
  const routinesWithMusic = routines.filter(({ music, no_music }) => music || !no_music)
  const uploadedCount = routinesWithMusic.filter(({ music }) => music).length
  const withoutCount = routines.length - routinesWithMusic.length
  const withoutText = `${routinesText(withoutCount)} ${withoutCount === 1 ? 'needs' : 'need'} no music`
  if (routinesWithMusic.length === 0) return withoutText
  const uploadedText = `Music uploaded for ${uploadedCount} of ${routinesText(routinesWithMusic.length)}`
  return withoutCount === 0 ? uploadedText : `${uploadedText}. ${withoutText}`
}
