/** Large bodies take turns at the event loop: what they are told in each turn of it, by turn. */

import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import t from 'tap'
import { type Upload, UploadTurns } from '../../call/upload-turns.ts'

const KILOBYTE = 1024
/** What uWebSockets hands over of a socket in one turn. */
const BUFFER_BYTES = 512 * KILOBYTE

/** A socket that has so many bytes to come, and gives a buffer in each turn in which it is read. */
class Socket implements Upload {
  isRead = true
  readonly name: number
  left: number

  constructor(name: number, bytes: number) {
    this.name = name
    this.left = bytes
  }

  stop(): void {
    if (!this.isRead) throw new Error(`socket ${this.name} is stopped twice`)
    this.isRead = false
  }

  goOn(): void {
    if (this.isRead) throw new Error(`socket ${this.name} goes on that was not stopped`)
    this.isRead = true
  }
}

/** Polls as an event loop does until all bodies are in; the bytes of each turn by socket. */
async function upload(sockets: readonly Socket[]): Promise<readonly (readonly { socket: Socket; bytes: number }[])[]> {
  const turns = new UploadTurns()
  const came = []
  while (sockets.some(({ left }) => left > 0)) {
    const ofTurn = []
    for (const socket of sockets) {
      if (!socket.isRead || socket.left === 0) continue
      const bytes = Math.min(socket.left, BUFFER_BYTES)
      socket.left -= bytes
      if (socket.left === 0) turns.ended(socket)
      else turns.came(socket, bytes)
      ofTurn.push({ socket, bytes })
    }
    came.push(ofTurn)
    await turn()
  }
  return came
}

t.test('an upload alone never stops', async t => {
  const came = await upload([new Socket(0, 8 * BUFFER_BYTES)])
  t.equal(came.length, 8)
})

t.test(
  'of many uploads one is read in each turn, all are read to their end, and none waits longer than the others have a turn each',
  async t => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 6 * BUFFER_BYTES }), { minLength: 2, maxLength: 8 }),
        async sizes => {
          const sockets = sizes.map((bytes, name) => new Socket(name, bytes))
          const came = await upload(sockets)
          const lastTurn = new Map(sockets.map(socket => [socket, 0]))
          for (const [i, ofTurn] of came.entries()) {
            // the first turn has what all sockets held before anything was known of them
            if (i > 0)
              t.ok(
                ofTurn.reduce((sum, { bytes }) => sum + bytes, 0) < 2 * BUFFER_BYTES + 8 * KILOBYTE ||
                  ofTurn.length <= 2,
              )
            for (const { socket } of ofTurn) {
              t.ok(i - lastTurn.get(socket)! <= 2 * sizes.length)
              lastTurn.set(socket, i)
            }
          }
          t.ok(sockets.every(({ left }) => left === 0))
        },
      ),
      { numRuns: 60 },
    )
  },
)

t.test('one that ended while it waited is not told to go on', async t => {
  const turns = new UploadTurns()
  const [a, b] = [new Socket(0, 1), new Socket(1, 1)]
  turns.came(a, BUFFER_BYTES / 2)
  turns.came(b, BUFFER_BYTES)
  t.notOk(a.isRead || b.isRead, 'both have stopped')
  turns.ended(a)
  await turn()
  t.ok(b.isRead)
  await turn()
  t.notOk(a.isRead)
})
