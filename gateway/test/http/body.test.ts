/** A body that came as a whole before its call was admitted: the connection waits for an answer that takes long. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { BodyReader } from '../../call/body.ts'
import { SlowAnswers } from '../../call/bytes-in-flight.ts'
import { Exchange } from '../../call/exchange.ts'
import uWS, { type us_listen_socket } from '../../call/uws.ts'

/** More than uWebSockets reads at once (512 KB), so that the socket is paused before the last byte comes. */
const BODY = Buffer.alloc(900_000, 'x')
/** uWebSockets drops a connection that owes more of a body after eight to twelve seconds. */
const WORK_MS = 13_000

t.test('a call whose body came before its admission has its answer also after twelve seconds', async t => {
  let workMs = 0
  const app = uWS.App().any('/*', (res, req) => {
    const exchange = new Exchange(res, req, () => {})
    const reader = new BodyReader(exchange, BODY.byteLength, bytes => new Uint8Array(bytes))
    const answer = async (): Promise<void> => {
      // admission: meanwhile what has arrived is read
      await pause(20)
      await reader.read({ payloadBytesMax: 2 ** 20, reserve: () => true, deadlineMs: 60_000 })
      await pause(workMs)
      await exchange.send({ status: 200, body: 'done' }, '', new SlowAnswers(2 ** 20), error => t.fail(String(error)))
    }
    void answer()
  })
  const listener = await new Promise<us_listen_socket>((resolve, reject) =>
    app.listen('127.0.0.1', 0, socket => (socket === false ? reject(new Error('no port')) : resolve(socket))),
  )
  const port = uWS.us_socket_local_port(listener)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => {
    agent.destroy()
    uWS.us_listen_socket_close(listener)
    app.close()
  })
  const call = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/', agent }, async answer => {
        let text = ''
        for await (const part of answer) text += part
        resolve(text)
      })
      sent.on('error', reject)
      sent.end(BODY)
    })
  // the kernel widens the window of a connection that is read: soon the whole body lies there when its head is read
  for (let i = 0; i < 8; i++) t.equal(await call(), 'done')
  workMs = WORK_MS
  t.equal(await call(), 'done')
})
