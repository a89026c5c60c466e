import { expect, test } from 'vitest'
import { instant } from '../kernel/instant.ts'
import { emailTokenEnd, maskedEmail } from './email-token.ts'
import { isSupportedBrowser } from './supported-browser.ts'

test.each([
  ['confirm', '2025-03-12T12:00:00.000Z'],
  ['reset', '2025-03-05T14:00:00.000Z'],
  ['setup', '2025-03-08T12:00:00.000Z'],
] as const)('ACC-021 a link to %s sent at noon on March 5 works until %s', (kind, end) => {
  expect(emailTokenEnd(kind, instant('2025-03-05T12:00:00Z'))).toBe(end)
})

test.each([
  ['front.desk@example.com', 'fr•••@example.com'],
  ['ana@example.com', 'a•••@example.com'],
  ['a@example.com', 'a•••@example.com'],
])('SEC-024 a stranger sees %s as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked)
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko', false],
  ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)', false],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36', true],
  ['Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 Chrome/109.0.0.0 Safari/537.36', false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/111.0.0.0 Safari/537.36 Edg/111.0', true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 Version/15.6 Mobile/15E148 Safari/604.1',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_3 like Mac OS X) AppleWebKit/605.1.15 Version/16.3 Mobile/15E148 Safari/604.1',
    false,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/16.4 Safari/605.1.15', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:102.0) Gecko/20100101 Firefox/102.0', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', true],
  ['SomeReader/1.0', true],
  ['', true],
])('ACC-065 ERR-007 the browser "%s" is supported: %s', (agent, supported) => {
  expect(isSupportedBrowser(agent)).toBe(supported)
})
