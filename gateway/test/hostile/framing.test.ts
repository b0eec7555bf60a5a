/** HTTP that two parties could read differently, and HTTP that is merely unusual. */
import t from 'tap'
import { until } from '../../../shared/test/until.ts'
import { LINGER_MS } from '../../pipeline/finish.ts'
import { CPM, chain, FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'
import { ANSWER_MS_MAX, answers, END, sendRaw } from './helpers/raw-socket.ts'
import {
  ANSWERED_LATE,
  LAST_OF_CONNECTION,
  READ_BY_ONE,
  REFUSED,
  SMUGGLED,
  UNANSWERED,
} from './helpers/smuggling-vectors.ts'

const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'
const CANARY = 'GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: canary\r\n\r\n'
/** Between an answer and what is sent behind it: long enough for the server to have closed. */
const APART_MS = 200

/** A request with a schedule as its body. */
const post = (key: string, lines: string, body: string): string =>
  `POST ${CPM} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n${lines}\r\n${body}`
const SCHEDULE = JSON.stringify({ tasks: FOUR_TASKS })
const LENGTH = `Content-Length: ${SCHEDULE.length}\r\n`

t.test('a message that can be read in two ways never lets another one be served (T17)', async t => {
  const service = await startService(t)
  const isUws = service.app.edge === 'uws'
  const key = await service.key('government')
  const filled = (template: string, smuggled: string): string =>
    template.replace('{key}', key).replace('{smuggled}', smuggled)
  const served = (text: string): boolean => /x-request-id: (?:canary|smuggled)/.test(text)
  const each = (vectors: Readonly<Record<string, string>>, check: (name: string, vector: string) => Promise<void>) =>
    Promise.all(Object.entries(vectors).map(([name, vector]) => check(name, vector)))
  /** On a connection that has served a call; the rest follows when the message was answered, if it is to be. */
  const sendApart = (vector: string, answerCount: number, quietMs?: number) =>
    sendRaw(
      service.port,
      [HEALTH, answers(1), filled(vector, ''), answers(answerCount), APART_MS, SMUGGLED + CANARY],
      quietMs,
    )
  const sendAtOnce = (vector: string, quietMs?: number) =>
    sendRaw(service.port, [filled(vector, SMUGGLED) + CANARY], quietMs)

  t.ok(Object.keys(REFUSED).length >= 30)
  await each(REFUSED, async (name, vector) => {
    const apart = await sendApart(vector, 2, ANSWER_MS_MAX)
    const [first, status = 0, ...more] = apart.statuses
    t.equal(first, 200)
    t.ok((status >= 400 && status < 500) || status === 505, `${name}: refused with ${status}`)
    t.same(more, [], `${name}: nothing else is answered`)
    t.ok(apart.isClosed, `${name}: closed`)
    const atOnce = await sendAtOnce(vector, ANSWER_MS_MAX)
    t.ok(
      atOnce.statuses.length <= 1 && atOnce.statuses.every(code => code >= 400),
      `${name}: nothing behind it is served`,
    )
    t.ok(atOnce.isClosed, `${name}: closed, what follows included`)
    t.notOk(served(apart.text) || served(atOnce.text), name)
  })
  await each(isUws ? { ...LAST_OF_CONNECTION, ...READ_BY_ONE } : LAST_OF_CONNECTION, async (name, vector) => {
    const apart = await sendApart(vector, 2, ANSWER_MS_MAX)
    t.same(apart.statuses, [200, 200], `${name}: answered`)
    t.ok(apart.isClosed, `${name}: closed after the answer`)
    const atOnce = await sendAtOnce(vector, ANSWER_MS_MAX)
    t.same(atOnce.statuses, [], `${name}: nobody is answered when more follows at once`)
    t.ok(atOnce.isClosed)
    t.notOk(served(apart.text) || served(atOnce.text), name)
  })
  // the parser of Node decides at once: it refuses what is not by the rules, and reads what is
  await each(isUws ? {} : { ...READ_BY_ONE, ...ANSWERED_LATE, ...UNANSWERED }, async (name, vector) => {
    for (const { text, isClosed } of [
      await sendApart(vector, 2, ANSWER_MS_MAX),
      await sendAtOnce(vector, ANSWER_MS_MAX),
    ]) {
      t.notOk(served(text), `${name}: nothing behind it is served`)
      t.ok(isClosed, `${name}: closed`)
    }
  })
  await each(isUws ? ANSWERED_LATE : {}, async (name, vector) => {
    const { statuses, text, isClosed } = await sendRaw(service.port, [
      filled(vector, ''),
      answers(1),
      APART_MS,
      SMUGGLED + CANARY,
    ])
    t.notOk(served(text), `${name}: nothing behind it is served`)
    t.same([statuses, isClosed], [[400], true], name)
    t.match(text, /nothing more of the chunked body could be read for 7 s; the sizes of chunks have no extensions here/)
  })
  await each(isUws ? UNANSWERED : {}, async (name, vector) => {
    for (const { statuses, text } of [await sendApart(vector, 1), await sendAtOnce(vector)]) {
      t.notOk(served(text), `${name}: nothing behind it is served`)
      t.ok(statuses.length <= 1, `${name}: not answered`)
    }
  })
  await until('nothing is in flight', () => service.app.inFlight() === 0)
  t.equal(service.app.gateway.bytesInFlight.bytes, 0)
})

t.test('headers of 16 KB in all are taken, more is 431 (T19)', async t => {
  const service = await startService(t)
  const key = await service.key('government')
  const kilobytes = (count: number, name: string): string => `${name}: ${'x'.repeat(count * 1024)}\r\n`
  for (const name of ['Authorization', 'X-Note']) {
    for (const count of [1, 4, 8, 15]) {
      const { statuses } = await sendRaw(service.port, [
        post(key, kilobytes(count, name) + LENGTH, SCHEDULE),
        answers(1),
      ])
      t.same(statuses, [200], `${name} of ${count} KB`)
    }
    for (const count of [16, 64]) {
      const { statuses, isClosed } = await sendRaw(service.port, [
        post(key, kilobytes(count, name) + LENGTH, SCHEDULE),
        answers(1),
      ])
      t.same(statuses, [431], `${name} of ${count} KB`)
      t.ok(isClosed)
    }
  }
  const long = await sendRaw(service.port, [`GET /${'x'.repeat(8 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`, answers(1)])
  t.same(long.statuses, [404])
  t.ok(long.text.length < 2_000, 'a refusal does not repeat a long path')
  const many = await sendRaw(service.port, [
    `GET /health HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(2_000)}\r\n`,
    answers(1),
  ])
  t.same(many.statuses, [431], '2,000 headers')
})

t.test(
  'calls one behind the other: those answered at once in order, behind an awaited one the connection ends',
  async t => {
    const service = await startService(t)
    const key = await service.key('government')
    const quick = await sendRaw(service.port, [HEALTH + CANARY + HEALTH, answers(3)])
    t.same(quick.statuses, [200, 200, 200])
    const behind = await sendRaw(service.port, [post(key, LENGTH, SCHEDULE) + CANARY], ANSWER_MS_MAX)
    t.same(behind.statuses, [], 'no answer can be taken for that of another call')
    t.ok(behind.isClosed)
    await until('nothing is in flight', () => service.app.inFlight() === 0)
    const after = await sendRaw(service.port, [
      post(key, LENGTH, SCHEDULE),
      answers(1),
      post(key, LENGTH, SCHEDULE),
      answers(2),
    ])
    t.same(after.statuses, [200, 200], 'one after the other is the ordinary case')
    t.notOk(after.isClosed)
  },
)

t.test('HEAD, Expect and half a connection', async t => {
  const service = await startService(t)
  const key = await service.key('government')
  const head = await sendRaw(service.port, [
    `HEAD /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`,
    answers(1),
    CANARY,
    answers(2),
  ])
  t.same(head.statuses, [200, 200])
  t.match(head.text, /content-length: \d{5}/i, 'HEAD has the length of what GET would send')
  t.equal(head.text.split('\r\n\r\n')[1]?.slice(0, 8), 'HTTP/1.1', 'and sends nothing of it')
  const refused = await sendRaw(service.port, [
    `HEAD ${CPM} HTTP/1.1\r\nHost: x\r\n\r\n`,
    answers(1),
    CANARY,
    answers(2),
  ])
  t.same(refused.statuses, [405, 200])

  const expect = post(key, `Expect: 100-continue\r\n${LENGTH}`, '')
  const continued = await sendRaw(service.port, [expect, APART_MS, SCHEDULE, answers(1)])
  t.match(continued.text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)

  const before = service.app.inFlight()
  const half = await sendRaw(service.port, [post(key, LENGTH, SCHEDULE.slice(0, 10)), END], ANSWER_MS_MAX)
  t.same(half.statuses, [], 'a client that ends its side in the middle of a body has left')
  t.ok(half.isClosed)
  await until('nothing is in flight', () => service.app.inFlight() === before)
})

t.test('the answer to a body in chunks is whole and says that the connection ends', async t => {
  const service = await startService(t, { CPM_SYNC_TASK_LIMIT: '10000' })
  const key = await service.key('government')
  const body = JSON.stringify({ tasks: chain(10_000) })
  const pieces = (body.match(/.{1,40000}/g) ?? []).flatMap(piece => [`${piece.length.toString(16)}\r\n${piece}\r\n`, 1])
  const long = await sendRaw(
    service.port,
    [post(key, 'Transfer-Encoding: chunked\r\n', ''), ...pieces, '0\r\n\r\n', answers(1)],
    5_000,
  )
  t.same(long.statuses, [200])
  t.ok(long.text.length > 2 ** 20)
  t.equal(long.text.match(/connection: close/gi)?.length, 1)
  t.ok(long.isClosed, 'which it does at once')
  const answer = (await (
    await fetch(service.url + CPM, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
  ).json()) as { data: unknown }
  const declared = await service.call(CPM, { key, body })
  t.same(answer.data, declared.json.data, 'the same data as for a body of declared length')
  t.equal(service.app.gateway.bytesInFlight.bytes, 0)
})

t.test(
  'a client that still writes a refused body reads the refusal, also when the connection ends with it',
  async t => {
    const service = await startService(t)
    const piece = 'x'.repeat(0x10000)
    const count = 80
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`
    const key = await service.key('free')
    const calls = {
      'in chunks': ['Transfer-Encoding: chunked\r\n', chunk, '0\r\n\r\n', 401],
      'last call': [`Connection: close\r\nContent-Length: ${count * piece.length}\r\n`, piece, '', 401],
      'too long': [
        `x-api-key: ${key}\r\nConnection: close\r\nContent-Length: ${count * 2 * piece.length}\r\n`,
        piece + piece,
        '',
        413,
      ],
    } as const
    for (const [name, [lines, part, last, status]] of Object.entries(calls)) {
      const head = `POST ${CPM} HTTP/1.1\r\nHost: x\r\n${lines}\r\n`
      const parts = Array.from({ length: count }, () => [part, 2] as const).flat()
      const { statuses, isClosed } = await sendRaw(service.port, [head, ...parts, last], ANSWER_MS_MAX)
      t.same(statuses, [status], name)
      t.ok(isClosed)
    }
    const waiting = `POST ${CPM} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n`
    const { statuses } = await sendRaw(service.port, [waiting], LINGER_MS - 1_000)
    t.same(statuses, [401], 'a client that writes nothing of it is answered before the time for the rest is over')
  },
)
