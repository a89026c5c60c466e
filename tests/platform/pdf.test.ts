import { waiverDocument } from '@callboard/domain/waivers/document.ts'
import { calendarDate } from '@callboard/domain/kernel/calendar.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import type { ReportDocument } from '@callboard/domain/kernel/document.ts'
import { fontOf, runsOf } from '@callboard/server/platform/pdf/fonts.ts'
import { pdf } from '@callboard/server/platform/pdf/pdf.ts'
import { Sheet } from '@callboard/server/platform/pdf/sheet.ts'
import { expect, test } from 'vitest'
import { pdfPages } from '../pdf-text.ts'

const names = ['李小龍', 'Máire-Éilís O’Brien-Núñez', 'Владимир Ćirić', '鄧麗君', 'Nguyễn Thị Ánh', 'Ωμέγα']

const report = (rows: readonly string[]): ReportDocument => ({
  title: 'Registration confirmation',
  above: 'Meridian',
  below: 'Portland, OR · 11/8/2024 to 11/10/2024',
  facts: [{ label: 'Studio', value: 'The Academy of Performing Arts, Movement and Everything Else at Riverside' }],
  sections: [
    {
      heading: 'Attendees',
      columns: [
        { header: 'Name', share: 3 },
        { header: 'Fee', share: 1, align: 'end' },
      ],
      rows: rows.map((name) => ({ cells: [name, '$300.00'], below: 'Early rate' })),
      totals: [{ label: 'Total', value: '$1,800.00', strong: true }],
      notes: ['Thank you!'],
    },
  ],
  footer: 'Meridian, Portland',
})
const now = instant('2024-10-01')

test('names of every script are drawn and can be read back', async () => {
  const [page = ''] = await pdfPages(await pdf(report(names), now))
  for (const name of names) expect(page).toContain(name)
})

test('EVT-022 a sign that was only a part of another one in an earlier document can be read back', async () => {
  // The font draws each of the first as one of the second with something beside it: a colon is two periods.
  for (const [whole, part] of [
    ['ώύ', 'ωυ'],
    ['ӂӑ', 'жа'],
  ] as const) {
    await pdf(report([whole]), now)
    const [page = ''] = await pdfPages(await pdf(report([part]), now))
    expect(page).toContain(part)
  }
})

test('EVT-022 a document has the same bytes and fonts regardless of earlier documents', async () => {
  const first = await pdf(report(names), now)
  await pdf(report(['constructor', 'toString', ...names.toReversed()]), now)
  expect((await pdf(report(names), now)).equals(first)).toBe(true)
})

test('a character that no font has becomes a question mark, a control becomes a space', () => {
  const text = (words: string) =>
    runsOf(words, 400)
      .map((run) => run.text)
      .join('')
  expect(text('Ana \u{10ffff}!')).toBe('Ana ?!')
  expect(text('Ana\tRuiz')).toBe('Ana Ruiz')
})

test('a letter with its accent apart is drawn as one letter', () => {
  expect(runsOf('Nu\u0301n\u0303ez', 400).map(({ text }) => text)).toEqual(['Núñez'])
})

test('a long list goes on over pages, each with its number and the head of the table', async () => {
  const pages = await pdfPages(await pdf(report(Array.from({ length: 60 }, (_, i) => `Dancer ${i + 1}`)), now))
  expect(pages.length).toBeGreaterThan(2)
  pages.forEach((page, index) => {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toContain('Name')
  })
  expect(pages.join('')).toContain('Dancer 60')
})

test('a word wider than its column is cut, and words are kept whole otherwise', () => {
  const sheet = new Sheet({ Title: '', Author: '', CreationDate: new Date(0) })
  sheet.doc.addPage()
  const lines = sheet.lines(`Ana ${'W'.repeat(150)} 李小龍 Ruiz`, { size: 9 }, 200)
  expect(lines.join('').replace(/\s/g, '')).toBe(`Ana${'W'.repeat(150)}李小龍Ruiz`)
  for (const line of lines) expect(sheet.width(line, { size: 9 })).toBeLessThanOrEqual(200)
  expect(sheet.lines('The Academy of Performing Arts', { size: 9 }, 80)).toEqual(['The Academy of', 'Performing Arts'])
  const email = 'guardian.1795835889536@example.com'
  expect(sheet.lines(email, { size: 9 }, 150)).toEqual(['guardian.1795835889536@', 'example.com'])
})

test('WAIV-018 a signature stays on one page for waivers of every length', async () => {
  const signedWaiver = {
    ...{ waiver: 'Participant waiver', version: 1, event: 'Meridian', city: 'Portland, OR', time_zone: 'UTC' },
    ...{ start_date: calendarDate('2024-11-08'), end_date: calendarDate('2024-11-10'), signed_at: now },
    ...{ fname: 'Wren', lname: 'Halloran', is_self: true, form: null, signer_name: 'Wren Halloran' },
    ...{ parent_relationship: null, signed_ip: '127.0.0.1', seal: 'a8d9ca', on_paper: false, note: null },
  }
  for (const paragraphs of [24, 26, 28, 30, 32]) {
    const text = Array.from({ length: paragraphs }, (_, n) => `${n + 1}. I take part.`).join('\n\n')
    const pages = await pdfPages(await pdf(waiverDocument({ ...signedWaiver, text }, []), now))
    const page = pages.find((words) => words.includes('Typed as signature'))
    expect(page, `${paragraphs} paragraphs`).toContain('Fingerprint')
  }
})

// docs/decisions/0011-inside-pg-and-pdfkit.md: fails when `pdfkit` keeps its layouts elsewhere.
test('documents share the layouts of their words', async () => {
  const [run] = runsOf('Quetzalcoatl', 400)
  const layouts = () => Object.keys(fontOf(run?.file ?? '').layouts)
  expect(layouts()).not.toContain('Quetzalcoatl')
  const first = await pdf(report(['Quetzalcoatl']), now)
  const words = layouts()
  expect(words.some((word) => word.includes('Quetzalcoatl'))).toBe(true)
  expect((await pdf(report(['Quetzalcoatl']), now)).equals(first)).toBe(true)
  expect(layouts()).toEqual(words)
})
