import { openStage } from '../kit.ts'

/** A stage of the file that opens it: the files of a run share their modules, and each closes its own. */
export async function openAccountsStage() {
  const stage = await openStage({ limits: true })
  const weak = 'Passwords must have at least 6 characters, 1 capital letter and 1 number.'

  await stage.db
    .insertInto('events')
    .values({ id: 7, name: 'Northlight', subdomain: 'northlight', support_email: 'help@northlight.example' })
    .execute()

  /** Changes from test to test. */
  const counter = { people: 0 }
  const newEmail = () => `ines.${(counter.people += 1)}@example.com`

  // Each caller has an address of its own, so that one test does not use up the tries of another.
  const post = (url: string, payload: object, headers: Record<string, string> = {}, method: 'POST' | 'PUT' = 'POST') =>
    stage.app.inject({
      method,
      url,
      payload,
      headers,
      remoteAddress: `10.0.${counter.people % 250}.${Math.floor(counter.people / 250)}`,
    })

  const person = { fname: 'Ines', lname: 'Moreau', person_type_id: 3 }
  const signUp = (email: string, more: object = {}) =>
    post('/v1/mybtf/signup', { person, user: { email, password: 'Rehearsal7' }, event: 'Northlight', ...more })
  const signIn = (email: string, password = 'Rehearsal7') => post('/v1/mybtf/signin', { email, password })

  async function account() {
    const email = newEmail()
    const { user, token } = (await signUp(email)).json()
    return { email, id: user.id as number, token: token as string, bearer: { authorization: `Bearer ${token}` } }
  }

  // A link that somebody asked for is written by a job.
  async function mailsTo(email: string, template: string) {
    await stage.runJobs()
    return stage.db
      .selectFrom('mails')
      .selectAll()
      .where('to', '=', email)
      .where('template', '=', template)
      .orderBy('id')
      .execute()
  }

  async function linkTo(email: string, template: string) {
    const mail = (await mailsTo(email, template)).at(-1)
    const [url = '', token = ''] = /http:\/\/localhost:3000\/[\w/-]+\/([\w-]{40,})/.exec(mail?.text ?? '') ?? []
    return { url, token, mail }
  }

  return { stage, weak, counter, newEmail, post, person, signUp, signIn, account, mailsTo, linkTo }
}
