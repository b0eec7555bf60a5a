/** The Python client without asyncio does what the one with it does. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { CLIENT, clientWithoutAsync } from './without-async.ts'

t.test('client.py is made from async_client.py', async t => {
  const made = clientWithoutAsync()
  t.ok(made.length > 5_000)
  t.notMatch(made, /async(?!_client\.py)/i, 'nothing of asyncio is left')
  t.equal(readFileSync(CLIENT, 'utf8'), made, 'run `npm run readme`')
})
