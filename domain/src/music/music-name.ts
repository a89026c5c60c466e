const most = 120

/** A file's name as it is kept and shown: no folders, no control signs, its ending left whole. */
export function musicName(fileName: string, ending: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? ''
  // Control signs and those that turn the direction of writing hide what a name is.
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const dot = plain.lastIndexOf('.')
  const stem = (dot > 0 ? plain.slice(0, dot) : plain).trim() || 'music'
  return `${Array.from(stem)
    .slice(0, most - ending.length - 1)
    .join('')
    .trim()}.${ending}`
}
