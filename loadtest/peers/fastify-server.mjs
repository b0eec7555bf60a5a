/**
 * A naive service on Fastify: ajv checks the body, an object per task, no keys, no limits, no records. /cpm answers with six values per task, /table with
 * the table of our own reply. Sends its parent the port.
 */
import Fastify from 'fastify'
import { criticalPath, orderOf, table } from './naive.ts'

const task = {
  type: 'object',
  required: ['id', 'duration_days'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    duration_days: { type: 'number', minimum: 0 },
    predecessors: { type: 'array', items: { type: 'string' }, default: [] },
  },
}
const body = { type: 'object', required: ['tasks'], properties: { tasks: { type: 'array', minItems: 1, items: task } } }

const server = Fastify({ bodyLimit: 2 ** 27 })
server.post('/cpm', { schema: { body } }, async request =>
  criticalPath(request.body.tasks, orderOf(request.body.tasks)),
)
server.post('/table', { schema: { body } }, async request => table(request.body.tasks, orderOf(request.body.tasks)))
await server.listen({ port: 0, host: '127.0.0.1' })
process.send({ port: server.server.address().port })
