/** What threads run before the port opens: a refused call, or a body with three fields, would leave the code of most calls cold. */
import t from 'tap'
import { answerCall, answerPlainCall, prepareThread } from '../../compute/worker/answer-call.ts'
import { TASK_FIELDS } from '../../shared/contract/schedule/fields.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import { roundsOf, warmUpWork } from '../app.ts'

prepareThread()
const calls = warmUpWork(2)
const answers = calls.filter(({ header }) => header.mode === 'answer')

t.test('each call of the warm-up is done, by a thread and by the event loop', async t => {
  for (const { header, body } of calls)
    t.equal(answerCall(header, [body.slice()], [], 0).kind, header.mode, `${header.rowId} ${header.mode}`)
  for (const { header, body } of answers)
    t.equal(answerPlainCall(header, body.slice(), 0)?.kind, 'answer', `${header.rowId} in the event loop`)
})

t.test('its schedule uses at least half of the fields of a task', async t => {
  const { tasks } = JSON.parse(new TextDecoder().decode(answers[0]!.body)) as { tasks: object[] }
  const used = new Set(tasks.flatMap(task => Object.keys(task)))
  const known = TASK_FIELDS.filter(({ name }) => used.has(name))
  t.ok(known.length >= TASK_FIELDS.length / 2, `${known.length} of ${TASK_FIELDS.length}`)
})

t.test(
  'a thread reads no more than 3,000 tasks before the port opens, so that a start takes as long as the settings say',
  async t => {
    const tasksOf = (workerStart: Config['workerStart']): number => {
      const perCall = new Map<Uint8Array, number>()
      return warmUpWork(roundsOf({ workerStart } as Config)).reduce((sum, { body }) => {
        if (!perCall.has(body)) perCall.set(body, JSON.parse(new TextDecoder().decode(body)).tasks.length)
        return sum + perCall.get(body)!
      }, 0)
    }
    const [atOnce, first] = [tasksOf('at-once'), tasksOf('first')]
    t.ok(atOnce <= 3_000 && atOnce > 1_000, `at-once: ${atOnce}`)
    t.ok(first <= atOnce / 4, `first: ${first}`)
  },
)
