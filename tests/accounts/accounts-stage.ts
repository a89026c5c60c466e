import { openStage } from '../kit.ts'

export const stage = await openStage({ limits: true })
export const weak = 'Passwords must have at least 6 characters, 1 capital letter and 1 number.'

await stage.db
  .insertInto('events')
  .values({ id: 7, name: 'Northlight', subdomain: 'northlight', support_email: 'help@northlight.example' })
  .execute()

export let people = 0
export const newEmail = () => `ines.${(people += 1)}@example.com`

// Each caller has an address of its own, so that one test does not use up the tries of another.
export const post = (
  url: string,
  payload: object,
  headers: Record<string, string> = {},
  method: 'POST' | 'PUT' = 'POST',
) =>
  stage.app.inject({ method, url, payload, headers, remoteAddress: `10.0.${people % 250}.${Math.floor(people / 250)}` })

export const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
export const signUp = (email: string, more: object = {}) =>
  post('/v1/mybtf/signup', { person, user: { email, password: 'Rehearsal7' }, event: 'Northlight', ...more })
export const signIn = (email: string, password = 'Rehearsal7') => post('/v1/mybtf/signin', { email, password })

export async function account() {
  const email = newEmail()
  const { user, token } = (await signUp(email)).json()
  return { email, id: user.id as number, token: token as string, bearer: { authorization: `Bearer ${token}` } }
}

// A link that somebody asked for is written by a job.
export async function mailsTo(email: string, template: string) {
  await stage.runJobs()
  return stage.db
    .selectFrom('mails')
    .selectAll()
    .where('to', '=', email)
    .where('template', '=', template)
    .orderBy('id')
    .execute()
}

export async function linkTo(email: string, template: string) {
  const mail = (await mailsTo(email, template)).at(-1)
  const [url = '', token = ''] = /http:\/\/localhost:3000\/[\w/-]+\/([\w-]{40,})/.exec(mail?.text ?? '') ?? []
  return { url, token, mail }
}
