import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Verbs of an answer that loses work or data. */
const losing =
  /\b(delete|remove|leave|discard|decline|disconnect|disqualify|turn \w+ off|undo|withdraw|stop|cancel|reject|throw)\b/i

/** Returns the object literal around `at`. */
function literalAround(source: string, at: number): string {
  let start = at
  for (let depth = 0; start > 0 && depth < 1;) {
    start -= 1
    if (source[start] === '{') depth += 1
    if (source[start] === '}') depth -= 1
  }
  let end = start + 1
  for (let depth = 1; end < source.length && depth > 0; end += 1) {
    if (source[end] === '{') depth += 1
    if (source[end] === '}') depth -= 1
  }
  return source.slice(start, end)
}

const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => `web/src/${file}`)

const answers = (answer: 'yes' | 'no') =>
  files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return [...source.matchAll(new RegExp(`\\b${answer}: (?=[^\\n]*')[^\\n]*?(?=, \\w+:|,?\\n| \\})`, 'g'))]
      .map((match) => ({ file, answer: match[0], literal: literalAround(source, match.index) }))
      .filter(({ literal }) => !/\blabel[:,]/.test(literal))
  })

test('a question whose yes loses work or data says so, which puts focus on the other answer', () => {
  const questions = answers('yes').filter((question) => losing.test(question.answer))
  expect(questions.length).toBeGreaterThan(40)
  expect(questions.filter(({ literal }) => !literal.includes("consequence: 'loss'")).map(({ file }) => file)).toEqual(
    [],
  )
})

/** The words of an answer that reaches other people. */
const reaching = /\bemail(s|ed)?\b(?! that)|\bstudios (will )?(no longer )?see\b/i

test('every question says the consequence of its yes; one that reaches other people begins on the other answer', () => {
  // A text that is asked for begins in its field, and the tablet asks in place.
  const questions = answers('yes').filter(({ literal }) => /\bno: /.test(literal) && !/\b(draft:|onYes)/.test(literal))
  expect(questions.length).toBeGreaterThan(60)
  expect(questions.filter(({ literal }) => !literal.includes('consequence')).map(({ file }) => file)).toEqual([])
  const outgoing = questions.filter(({ literal }) => reaching.test(literal))
  expect(outgoing.length).toBeGreaterThan(6)
  expect(outgoing.filter(({ literal }) => literal.includes("'none'")).map(({ file }) => file)).toEqual([])
})

test('a question whose no loses work does so only when it is pressed, not by Escape', () => {
  // "No, I want to keep it" and "No, leave it" lose nothing.
  const questions = answers('no').filter(({ answer }) => /'(?!No,)[^']*\b(discard|delete|remove)\b/i.test(answer))
  expect(questions.map(({ file }) => file)).toContain('web/src/wizard/WizardWatch.ts')
  expect(questions.filter(({ literal }) => !literal.includes('onNo')).map(({ file }) => file)).toEqual([])
})
