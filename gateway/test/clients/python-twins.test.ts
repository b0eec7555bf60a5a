/** The two clients for Python differ by async alone: what is mended in one is mended in the other. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { clientFolder } from './examples.ts'

const read = (file: string): string =>
  readFileSync(`${clientFolder('python')}src/schedule_intelligence/${file}`, 'utf8').replace(/^.*"""\n/gm, '')

const WITHOUT_ASYNC: readonly (readonly [RegExp, string])[] = [
  [/\basync def /g, 'def '],
  [/\bawait /g, ''],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basyncio\.sleep/g, 'time.sleep'],
  [/^import asyncio$/gm, 'import time'],
  [/__a(enter|exit)__/g, '__$1__'],
  [/\baclose\b/g, 'close'],
]

t.test('without async, the one is the other', async t => {
  const made = WITHOUT_ASYNC.reduce((text, [from, to]) => text.replace(from, to), read('async_client.py'))
  t.ok(made.length > 5_000)
  t.equal(made, read('client.py'))
})
