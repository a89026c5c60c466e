// @vitest-environment jsdom
import { saveAs } from '../../web/src/roster/write-sheet.ts'
import { expect, test, vi } from 'vitest'

test('UI-026 the address of a file handed out stays good for a minute, and then goes', () => {
  vi.useFakeTimers()
  const clicked: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.href}`)
  })
  const revoke = vi.fn()
  Object.assign(URL, { createObjectURL: () => 'blob:http://localhost/roster', revokeObjectURL: revoke })

  saveAs(new Blob(['Ines,Moreau']), 'roster.csv')
  expect(clicked).toEqual(['roster.csv blob:http://localhost/roster'])
  vi.advanceTimersByTime(59_999)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:http://localhost/roster')
  click.mockRestore()
})
