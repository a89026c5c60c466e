import { contract } from '@callboard/contract/contract.ts'
import type { Endpoint } from '@callboard/contract/endpoint.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Every call that is answered without a session. One that is missing here was made public by mistake. */
const publicCalls = [
  'acceptInvitation',
  'authenticate',
  'confirmEmail',
  'findStudios',
  'finishSignIn',
  'forgotPassword',
  'getFile',
  'getTokenData',
  'listTours',
  'openDisplay',
  'openInvitation',
  'openResetLink',
  'openSetup',
  'openSharedWaivers',
  'openSignLink',
  'openUnsubscribe',
  'pairDevice',
  'paymentNews',
  'putFile',
  'readCalendar',
  'readCallBoard',
  'readCityPrices',
  'readConfirmation',
  'readEvent',
  'readLegalText',
  'readLogo',
  'readPeopleLists',
  'readPublicCritiques',
  'readPublicOrder',
  'readScheduleFeed',
  'readScoreSheets',
  'readSite',
  'readSomeStaticData',
  'readStaticData',
  'readStudio',
  'readTourResults',
  'requestWaiver',
  'resendConfirmation',
  'resetPassword',
  'sendSetupEmail',
  'setUpAccount',
  'signIn',
  'signUp',
  'signUpStudio',
  'signWaiver',
  'subscribeAgain',
  'unsubscribe',
]

/** They register routes without `serve`, which checks access: health, documents, and answers to what does not exist. */
const filesWithRoutes = [
  'docs-page.ts',
  'health.ts',
  'openapi-document.ts',
  'protect.ts',
  'serve.ts',
  'wrong-method.ts',
]

test('the public calls are these', () => {
  const endpoints: readonly (readonly [string, Pick<Endpoint, 'auth'>])[] = Object.entries(contract)
  const names = endpoints.filter(([, { auth }]) => auth === 'public').map(([name]) => name)
  expect(names.toSorted()).toEqual(publicCalls)
})

test('a route that does not go through the check of access stands in one of these files', () => {
  const files = readdirSync('server/src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /\bapp\.(get|post|put|patch|delete|route|all)\(/.test(readFileSync(`server/src/${file}`, 'utf8')))
  // Leads the address that judges type to the page of their tablet, and answers nothing itself.
  const redirects = ['judging/tablet-routes.ts']
  expect(files.toSorted()).toEqual([...redirects, ...filesWithRoutes.map((file) => `platform/http/${file}`)])
})
