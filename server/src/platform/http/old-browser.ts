import { isSupportedBrowser, unsupportedBrowserSeconds } from '@callboard/domain/accounts/supported-browser.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearSessionCookie, secureFlag } from './sessions.ts'

const flag = 'callboard_unsupported_browser'

/** Tells whether the browser is unsupported and its user has not chosen "anyway" today. */
export const isTooOld = ({ headers }: FastifyRequest): boolean =>
  !isSupportedBrowser(headers['user-agent'] ?? '') && !(headers.cookie ?? '').includes(`${flag}=anyway`)

/** The query that the notice's own link adds. */
const anyway = /[?&]browser=anyway(&|$)/

/**
 * Replaces the page with a notice: sets the flag for a day, ends the session, and uses neither script nor style sheet.
 * Its link opens the page anyway, for browsers that only report an old version. ERR-007, UI-018.
 */
export function answerOldBrowser(request: FastifyRequest, reply: FastifyReply, nonce: string): string | undefined {
  const goesOn = anyway.test(request.url)
  const value = goesOn ? 'anyway' : 'noticed'
  if (!goesOn) clearSessionCookie(reply)
  void reply.header(
    'set-cookie',
    `${flag}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${unsupportedBrowserSeconds}${secureFlag(reply)}`,
  )
  return goesOn ? undefined : notice(nonce)
}

const style = `
  body { margin: 0; padding: 48px 24px; background: #fbf8f3; color: #1d1a16; font: 18px/1.5 Georgia, serif; }
  main { max-width: 620px; margin: 0 auto; }
  h1 { font-size: 30px; line-height: 1.2; }
  a { color: #8a1c3a; }
`

const notice = (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Callboard</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>It appears you are currently using an older browser.</h1>
<p>Callboard needs a newer one: Chrome, Edge, Firefox or Safari in a version of the last two or three years. On an iPhone or iPad, update to iOS 16.4 or later.</p>
<p>What you had entered before is safe. Open this page in a newer browser and sign in, and everything is as you left it.</p>
<p><a href="?browser=anyway">Try it in this browser anyway</a></p>
</main>
</body>
</html>
`
