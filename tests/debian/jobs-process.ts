import { connect } from '@callboard/server/platform/db/connect.ts'
import type { JobHandlers } from '@callboard/server/platform/queue/queue.ts'
import { superviseJobs } from '@callboard/server/platform/queue/supervisor.ts'
import { mailJobs } from '@callboard/server/platform/mail/jobs.ts'
import type { Dependencies } from '@callboard/server/platform/dependencies.ts'
import { systemClock } from '@callboard/server/platform/clock.ts'
import { smtp } from '@callboard/server/platform/mail/transport.ts'

// The half of the app that sends mails, as a process that starts soon enough to be killed many times. It tells its
// parent as soon as it works on one.
const { DATABASE_URL: url = '', SMTP_URL = '' } = process.env
const transport = smtp(SMTP_URL, 'Callboard <no-reply@callboard.example>')
const mail: Dependencies['mail'] = {
  send(outgoing) {
    process.send?.('works')
    return transport.send(outgoing)
  },
}
const parts = { db: connect(url), mail, clock: systemClock, origin: 'http://localhost:3000' } as Dependencies
type Payload = Parameters<JobHandlers<'send_mail'>['send_mail']>[1]
const note = (fields: object, message: string) => console.log(message, fields)

superviseJobs({
  url,
  crontab: '',
  taskList: { send_mail: (payload) => mailJobs.send_mail(parts, payload as Payload) },
  prepare: true,
  beatEvery: 5_000,
  log: { info: note, warn: note, error: note },
})
