const particles = new Set([
  'van',
  'von',
  'de',
  'der',
  'den',
  'del',
  'della',
  'da',
  'di',
  'du',
  'la',
  'le',
  'st',
  'mc',
  'el',
  'bin',
])
const suffixes = /^(jr|sr|ii|iii|iv)\.?$/i

/** First and last name of a full one: 'Last, First', or 'First Last', where 'van der', 'de la' and 'Jr.' stay with the last. */
export function splitName(whole: string): { fname: string; lname: string } {
  const text = whole.replace(/\s+/g, ' ').trim()
  const [before = '', after = ''] = text.split(/\s*,\s*/, 2)
  if (after && !suffixes.test(after)) return { fname: after, lname: before }
  const words = text.replace(/,/g, '').split(' ')
  if (words.length < 2) return { fname: text, lname: '' }
  let start = words.length - 1
  if (start > 1 && suffixes.test(words[start] ?? '')) start -= 1
  while (start > 1 && particles.has((words[start - 1] ?? '').toLowerCase().replace('.', ''))) start -= 1
  return { fname: words.slice(0, start).join(' '), lname: words.slice(start).join(' ') }
}
