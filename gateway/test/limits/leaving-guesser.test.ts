/** Who guesses keys and leaves before the answer is counted by address all the same. */
import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { until } from '../../../shared/test/until.ts'
import { addressName } from '../../call/caller.ts'
import { mintKey } from '../../store/api-key.ts'
import { CPM } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

const GUESSES = 20

t.test('calls with unknown keys, each left as soon as it is sent', async t => {
  const { redis, port, app } = await startService(t)
  const { keys: directory } = app.gateway
  const resolve = directory.resolve.bind(directory)
  // Redis answers when the caller has left
  directory.resolve = async sha256 => {
    await until('the caller has left', () => left)
    return resolve(sha256)
  }
  let left = false
  for (let guess = 0; guess < GUESSES; guess++) {
    left = false
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const lines = [`POST ${CPM} HTTP/1.1`, 'host: x', `x-api-key: ${mintKey('live').text}`, 'content-length: 2']
    socket.write(`${lines.join('\r\n')}\r\n\r\n{}`)
    await until('the call has come', () => app.inFlight() === 1)
    socket.resetAndDestroy()
    await until('the gateway has seen it', () => app.inFlight() === 0)
    left = true
  }
  const counted = () => redis.get(keys.addressWindow(addressName('127.0.0.1')))
  await until('the address is counted', async () => (await counted()) === String(GUESSES))
  t.equal(await counted(), String(GUESSES))
})
