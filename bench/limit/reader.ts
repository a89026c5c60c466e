import { quoteRegistration } from '@callboard/contract/registrations/registrations.ts'
import Fastify from 'fastify'

// Reads and checks the body of the quote call, and answers: what HTTP and the shape alone cost.
const app = Fastify({ logger: false })
app.post('/', async (request) => {
  const { attendees, routines } = quoteRegistration.body.parse(request.body)
  return { people: attendees?.length ?? 0, routines: routines?.length ?? 0 }
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
