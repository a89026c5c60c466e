import type { FastifyRequest } from 'fastify'

/** Whether a browser opened this address as a page, so that its person reads the answer. */
export const isOpenedAsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html')

const style = `
  body { margin: 0; padding: 48px 24px; background: #fbf8f3; color: #1d1a16; font: 18px/1.5 Georgia, serif; }
  main { max-width: 620px; margin: 0 auto; }
  h1 { font-size: 30px; line-height: 1.2; }
`

/**
 * The page of a 503. It needs nothing but itself: no script, no file, no database. deploy/503.http holds the same page for
 * a balancer without a server behind it. It loads the same address again after `seconds`.
 */
export const unavailablePage = (message: string, seconds: number, nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<title>Callboard</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>Callboard will be back in a moment</h1>
<p>${message}</p>
<p>This page will reload automatically. You don’t have to do anything.</p>
</main>
</body>
</html>
`

/** Only the page's own style may be used. */
export const unavailablePolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
