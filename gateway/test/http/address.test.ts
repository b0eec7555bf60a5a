import { connect } from 'node:net'
import t from 'tap'
import type { Call } from '../../call/call.ts'
import { callerAddress, ownAddress } from '../../call/caller.ts'
import { startService } from '../helpers/service.ts'

const PEER = '10.0.0.1'

t.test('the caller is the entry that the trusted proxies vouch for, however it is written', t => {
  const table = [
    ['192.0.2.1', 1, '192.0.2.1'],
    ['192.0.2.1:4711', 1, '192.0.2.1'],
    ['2001:db8::1', 1, '2001:db8::1'],
    ['[2001:db8::1]', 1, '2001:db8::1'],
    ['[2001:db8::1]:443', 1, '2001:db8::1'],
    ['::ffff:192.0.2.1', 1, '::ffff:192.0.2.1'],
    ['6.6.6.6, 192.0.2.1', 1, '192.0.2.1'],
    ['6.6.6.6,192.0.2.1 , 10.0.0.9', 2, '192.0.2.1'],
    ['6.6.6.6', 0, PEER],
  ] as const
  for (const [header, hops, address] of table) t.equal(callerAddress(PEER, header, hops), address, header)
  t.end()
})

t.test('the address of the service that a call names is one of a host, and no words for a shell', t => {
  const named = (host: string | undefined): string | undefined =>
    ownAddress({ publicUrl: undefined, trustedProxyHops: 0 }, {
      exchange: { header: (name: string) => (name === 'host' ? host : undefined) },
    } as unknown as Call)
  for (const host of ['127.0.0.1:8080', 'sis.example.com', 'my_host', '[::1]:8080', 'xn--bcher-kva.example'])
    t.equal(named(host), `http://${host}`)
  const wrong = ['$(id)', 'a;id', 'a`id`', 'a|id', 'a&b', "a'b", 'a b', 'a"b', 'a<b', 'user@host', 'a/b', '', undefined]
  for (const host of wrong) t.equal(named(host), undefined, String(host))
  t.end()
})

t.test('what is no address counts under that of the socket', t => {
  const wrong = [
    'unknown',
    '_hidden',
    'example.com',
    '',
    ' ',
    '[192.0.2.1]',
    '[2001:db8::1',
    '192.0.2.1:',
    '192.0.2.1:x',
  ]
  for (const entry of [...wrong, '192.0.2', '2001:db8::g', '"192.0.2.1"', '192.0.2.1:123456', 'x'.repeat(10_000)]) {
    t.equal(callerAddress(PEER, entry, 1), PEER, entry.slice(0, 40))
    t.equal(callerAddress(PEER, `6.6.6.6, ${entry}`, 1), PEER, `6.6.6.6, ${entry.slice(0, 40)}`)
  }
  t.equal(callerAddress(PEER, '192.0.2.1', 2), PEER, 'fewer entries than proxies')
  t.equal(callerAddress(PEER, undefined, 1), PEER)
  t.end()
})

t.test('a line that the caller wrote above that of the proxy moves nobody to another address', async t => {
  const service = await startService(t, { TRUSTED_PROXY_HOPS: '1', PUBLIC_WINDOW_CALLS: '1000' })
  const remaining = (lines: readonly string[]) =>
    new Promise<number>((resolve, reject) => {
      const socket = connect(service.port, '127.0.0.1')
      const forwarded = lines.map(line => `x-forwarded-for: ${line}\r\n`).join('')
      socket.on('error', reject)
      socket.on('data', bytes => {
        resolve(Number(/x-ratelimit-remaining: (\d+)/i.exec(bytes.toString())?.[1]))
        socket.destroy()
      })
      socket.write(`GET /health HTTP/1.1\r\nhost: a\r\n${forwarded}\r\n`)
    })
  const first = await remaining(['6.6.6.1', '192.0.2.1'])
  t.equal(await remaining(['6.6.6.2', '192.0.2.1:5000']), first - 1)
  t.equal(await remaining(['6.6.6.3, 6.6.6.4', '6.6.6.5', '6.6.6.6, 192.0.2.1']), first - 2)
  t.equal(await remaining(['192.0.2.1', '192.0.2.9']), first, 'another caller has a window of its own')
  const unknown = await remaining(['unknown'])
  t.equal(await remaining(['6.6.6.7', '_hidden']), unknown - 1, 'who cannot be read shares the window of the proxy')
})
