/** What threads run before the port opens: a refused call, or a body with three fields, would leave the code of most calls cold. */
import t from 'tap'
import { answerCall, answerPlainCall, prepareThread } from '../../compute/worker/answer-call.ts'
import { TASK_FIELDS } from '../../shared/contract/schedule/fields.ts'
import { warmUpWork } from '../app.ts'

prepareThread()
const calls = warmUpWork(2)
const answers = calls.filter(({ header }) => header.mode === 'answer')

t.test('each call of the warm-up is done, by a thread and by the event loop', async t => {
  for (const { header, body } of calls)
    t.equal(answerCall(header, [body.slice()], [], 0).kind, header.mode, `${header.rowId} ${header.mode}`)
  for (const { header, body } of answers)
    t.equal(answerPlainCall(header, body.slice(), 0)?.kind, 'answer', `${header.rowId} in the event loop`)
})

t.test('its schedule uses most fields of a task', async t => {
  const { tasks } = JSON.parse(new TextDecoder().decode(answers[0]!.body)) as { tasks: object[] }
  const used = new Set(tasks.flatMap(task => Object.keys(task)))
  const known = TASK_FIELDS.filter(({ name }) => used.has(name))
  t.ok(known.length > TASK_FIELDS.length / 2, `${known.length} of ${TASK_FIELDS.length}`)
})
