import t from 'tap'
import { prettyLine } from '../../platform/process/log.ts'

const at = { time: '2026-11-22T07:12:33.137Z', pid: 7 }

t.test('a line for a person has the clock, the process, the sentence and the facts', async t => {
  const line = JSON.stringify({
    level: 30,
    ...at,
    process: 'gateway',
    event: 'listening',
    port: 8080,
    msg: 'listening',
  })
  t.equal(prettyLine(line, false), '07:12:33.137 gateway   listening  port=8080\n')
})

t.test('what a person should notice is marked, in colour where there is one, with the stack below', async t => {
  const line = JSON.stringify({ level: 50, ...at, process: 'node', stack: 'Error: x\n    at y', msg: 'worker failed' })
  t.equal(prettyLine(line, false), '07:12:33.137 node      error worker failed\nError: x\n    at y\n')
  t.match(prettyLine(line, true), '\u001b[31merror\u001b[0m worker failed')
})

t.test('a line that is not JSON is left as it is', async t => t.equal(prettyLine('plain\n', false), 'plain\n'))
