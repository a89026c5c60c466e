type Routine = { id: number; name: string }

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[’']/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? []

const stemOf = (file: string) => (file.includes('.') ? file.slice(0, file.lastIndexOf('.')) : file)

/** How well a file's name names a routine: all of its words beside each other, the longer the better; 0: not at all. */
function likeness(file: string, routine: string): number {
  const [there, routineWords] = [` ${wordsOf(stemOf(file)).join(' ')} `, wordsOf(routine).join(' ')]
  if (routineWords === '' || !there.includes(` ${routineWords} `)) return 0
  return routineWords.length * 2 + (there.trim() === routineWords ? 1 : 0)
}

/**
 * Which routine each of several files is for, by its name; null: a person has to say. A name that fits two routines
 * equally, and a routine that two files name equally, is not guessed.
 */
export function matchFiles(files: readonly string[], routines: readonly Routine[]): (number | null)[] {
  const best = files.map((file) => {
    const likely = routines
      .map(({ id, name }) => ({ id, score: likeness(file, name) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
    const [first, second] = likely
    return first && first.score !== second?.score ? first.id : null
  })
  return best.map((id) => (id !== null && best.filter((other) => other === id).length === 1 ? id : null))
}
