/** Files of Microsoft Project 98 made here: what their records and pieces say is read, and what lies about itself is bounded. */
import t from 'tap'
import { isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readMpp } from '../../../../../engine/read/file/mpp/read-mpp.ts'
import { compoundFile } from './made-compound-file.ts'
import { msProjectTasks } from './read-tasks.ts'

const TENTHS_PER_DAY = 4800
/** 2026-03-02: days since 1983-12-31. */
const MONDAY = 15402

/** Pieces behind each other: the first has a size and 28 bytes, each further one 32. */
class Pieces {
  readonly #parts: Buffer[] = [Buffer.alloc(4)]
  #length = 4

  /** The number by which a record names them. */
  add(bytes: Buffer): number {
    const at = this.#length
    for (let done = 0; done === 0 || done < bytes.length; ) {
      const room = done === 0 ? 28 : 32
      const head = Buffer.alloc(done === 0 ? 8 : 4)
      const piece = Buffer.alloc(room)
      bytes.copy(piece, 0, done)
      this.#length += head.length + room
      head.writeInt32LE(done + room < bytes.length ? this.#length : -1, 0)
      if (done === 0) head.writeInt32LE(bytes.length, 4)
      this.#parts.push(head, piece)
      done += room
    }
    return -1 - at
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

const text = (words: string): Buffer => Buffer.from(`${words}\0`, 'utf16le')

interface Task {
  readonly uid: number
  readonly row: number
  readonly name: string
  readonly days: number
  readonly day?: number
  readonly state?: number
  readonly level?: number
}

function file(
  tasks: readonly Task[],
  links: readonly (readonly [from: number, to: number, lag: number])[] = [],
  size = 316,
) {
  const pieces = new Pieces()
  const records = tasks.map(({ uid, row, name, days, day = MONDAY, state = 0, level = 1 }) => {
    const record = Buffer.alloc(size)
    record.writeInt32LE(uid, 0)
    record.writeInt32LE(row, 4)
    record.writeInt16LE(level, 48)
    record.writeInt32LE(days * TENTHS_PER_DAY, 68)
    record.writeInt16LE(7, 72)
    record.writeInt32LE(days * TENTHS_PER_DAY, 78)
    for (const [at, tenths] of [
      [96, 4800],
      [20, 10_200],
    ] as const) {
      record.writeUInt16LE(tenths, at)
      record.writeUInt16LE(at === 96 ? day : day + days - 1, at + 2)
    }
    for (const at of [24, 32, 104, 108, 112, 116, 120, 124, 160]) record.fill(0xff, at, at + 4)
    record.writeInt32LE(pieces.add(text(name)), 264)
    record.writeUInt16LE(state, 272)
    return record
  })
  const cons = links.map(([from, to, lag]) => {
    const record = Buffer.alloc(36)
    for (const [at, value] of [
      [12, from],
      [16, to],
      [24, lag],
    ] as const)
      record.writeInt32LE(value, at)
    record.writeInt16LE(1, 20)
    record.writeInt16LE(7, 22)
    return record
  })
  return compoundFile([
    { name: '   1/TBkndTask/FixFix   0', bytes: Buffer.concat(records) },
    { name: '   1/TBkndTask/FixDeferFix   0', bytes: pieces.bytes },
    { name: '   1/TBkndCons/FixFix   0', bytes: Buffer.concat(cons) },
  ])
}

t.test('tasks in the order of their rows, with names of several pieces, and their links', async t => {
  const long = 'Excavation of the pits for both abutments and the pier'
  for (const size of [316, 366]) {
    const read = msProjectTasks(
      file(
        [
          { uid: 7, row: 2, name: 'Concrete', days: 2, day: MONDAY + 2 },
          { uid: 4, row: 1, name: long, days: 2 },
          { uid: 5, row: 3, name: 'deleted', days: 1, state: 1 },
          { uid: 9, row: 4, name: 'kept', days: 1, state: 0x31, level: 2 },
        ],
        [[4, 7, TENTHS_PER_DAY]],
        size,
      ),
    )
    t.strictSame(
      read.map(({ id, name, wbs, days, links }) => [id, name, wbs, days, links]),
      [
        ['4', long, '1', 2, []],
        ['7', 'Concrete', '2', 2, ['4 FS+1']],
        ['9', 'kept', '2.1', 1, []],
      ],
    )
  }
})

t.test('pieces that lead to themselves and sizes that lie end soon', async t => {
  const whole = file([{ uid: 1, row: 1, name: 'x'.repeat(40), days: 1 }])
  const at = whole.indexOf(text('x'.repeat(14)).subarray(0, 28)) - 8
  const changed = (place: number, value: number): ReturnType<typeof readMpp> => {
    const bytes = Buffer.from(whole)
    bytes.writeInt32LE(value, place)
    return readMpp(bytes)
  }
  for (const [place, value] of [
    [at, 4],
    [at, 10 ** 9],
    [at, -5],
    [at + 4, 10 ** 9],
    [at + 4, -1],
  ] as const)
    t.notOk(isRefusal(changed(place, value)), `${place - at}: ${value}`)
})
