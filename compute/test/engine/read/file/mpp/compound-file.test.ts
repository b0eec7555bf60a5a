/** Compound files made here: what is in them is read, and what lies about itself is refused within bounds. */
import t from 'tap'
import { isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { CompoundFile } from '../../../../../engine/read/file/mpp/compound-file.ts'
import { readMpp } from '../../../../../engine/read/file/mpp/read-mpp.ts'

const SECTOR = 512
const MINI = 64
const [END, FREE, TABLE] = [-2, -1, -3]
const ENTRY = 128

interface Stream {
  readonly name: string
  readonly bytes: Buffer
}

/** One table of sectors, the directory, a table of small sectors, then the streams; a chain of siblings under the root. */
function compoundFile(streams: readonly Stream[]): Buffer {
  const table: number[] = [TABLE]
  const sectors: Buffer[] = []
  const place = (bytes: Buffer): number => {
    const count = Math.ceil(bytes.length / SECTOR)
    const first = table.length
    for (let n = 0; n < count; n++) {
      const sector = Buffer.alloc(SECTOR)
      bytes.copy(sector, 0, n * SECTOR)
      sectors.push(sector)
      table.push(n === count - 1 ? END : first + n + 1)
    }
    return count === 0 ? END : first
  }
  const mini = streams.filter(({ bytes }) => bytes.length < 4096)
  const miniTable: number[] = []
  const miniBytes: Buffer[] = []
  const starts = new Map<Stream, number>()
  for (const stream of mini) {
    const count = Math.ceil(stream.bytes.length / MINI)
    starts.set(stream, count === 0 ? END : miniTable.length)
    const padded = Buffer.alloc(count * MINI)
    stream.bytes.copy(padded)
    miniBytes.push(padded)
    for (let n = 0; n < count; n++) miniTable.push(n === count - 1 ? END : miniTable.length + 1)
  }
  const miniStream = Buffer.concat(miniBytes)
  for (const stream of streams) if (!starts.has(stream)) starts.set(stream, place(stream.bytes))
  const miniAt = place(miniStream)
  const words = Buffer.alloc(4 * miniTable.length)
  for (const [n, next] of miniTable.entries()) words.writeInt32LE(next, 4 * n)
  const miniTableAt = place(words)
  const directory = Buffer.alloc(ENTRY * (streams.length + 1))
  entry(directory, 0, { name: 'Root Entry', type: 5, right: FREE, child: streams.length > 0 ? 1 : FREE, start: miniAt })
  directory.writeUInt32LE(miniStream.length, 120)
  for (const [n, stream] of streams.entries()) {
    const right = n + 2 <= streams.length ? n + 2 : FREE
    entry(directory, n + 1, { name: stream.name, type: 2, right, child: FREE, start: starts.get(stream)! })
    directory.writeUInt32LE(stream.bytes.length, ENTRY * (n + 1) + 120)
  }
  const directoryAt = place(directory)
  const header = Buffer.alloc(SECTOR)
  header.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeInt32LE(directoryAt, 48)
  header.writeInt32LE(miniTableAt, 60)
  header.writeInt32LE(END, 68)
  header.fill(0xff, 76)
  header.writeInt32LE(0, 76)
  const first = Buffer.alloc(SECTOR, 0xff)
  for (const [n, next] of table.entries()) first.writeInt32LE(next, 4 * n)
  return Buffer.concat([header, first, ...sectors])
}

function entry(
  directory: Buffer,
  n: number,
  {
    name,
    type,
    right,
    child,
    start,
  }: Readonly<Record<'type' | 'right' | 'child' | 'start', number>> & { name: string },
): void {
  const at = ENTRY * n
  directory.write(name, at, 'utf16le')
  directory.writeUInt16LE(2 * name.length + 2, at + 64)
  directory[at + 66] = type
  directory.writeInt32LE(FREE, at + 68)
  directory.writeInt32LE(right, at + 72)
  directory.writeInt32LE(child, at + 76)
  directory.writeInt32LE(start, at + 116)
}

const bytesOf = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, n) => (7 * n + size) % 251))
const SIZES = [0, 1, 63, 64, 65, 4095, 4096, 4097, 9000]
const STREAMS = SIZES.map(size => ({ name: `of ${size}`, bytes: bytesOf(size) }))

t.test('streams of every size are read as they were written', async t => {
  const file = new CompoundFile(compoundFile(STREAMS))
  t.equal(file.root.size, STREAMS.length)
  for (const { name, bytes } of STREAMS) t.ok(bytes.equals(file.read(file.root.get(name)!)), name)
})

/** Where the directory begins. */
const directoryOf = (file: Buffer): number => (file.readInt32LE(48) + 1) * SECTOR

t.test('a size that lies, a sector behind the end, a ring and a directory that leads back are refused', async t => {
  const changed = (change: (file: Buffer) => void): Buffer => {
    const file = compoundFile(STREAMS)
    change(file)
    return file
  }
  const readAll = (file: Buffer): void => {
    const compound = new CompoundFile(file)
    for (const stream of compound.root.values()) compound.read(stream)
  }
  const last = STREAMS.length
  const of = (file: Buffer, field: number): number => directoryOf(file) + ENTRY * last + field
  t.throws(() => readAll(changed(file => file.writeUInt32LE(10 ** 9, of(file, 120)))), /is said to have|longer than/)
  t.throws(() => readAll(changed(file => file.writeInt32LE(10 ** 6, of(file, 116)))), /behind the end/)
  t.throws(() => readAll(changed(file => file.writeInt32LE(1, of(file, 72)))), /leads out of itself or back/)
  t.throws(() => readAll(changed(file => file.writeInt32LE(10 ** 6, of(file, 72)))), /leads out of itself or back/)
  // the last sector of the directory leads to its first
  const ring = changed(file => {
    const first = file.readInt32LE(48)
    let sector = first
    for (let next = sector; next >= 0; next = file.readInt32LE(SECTOR + 4 * next)) sector = next
    file.writeInt32LE(first, SECTOR + 4 * sector)
  })
  t.throws(() => readAll(ring), /ring/)
  t.throws(() => readAll(Buffer.alloc(100)), /ends within its header/)
  // the table of sectors goes on in a sector that leads to itself
  const tables = changed(file => {
    const sector = 1
    file.writeInt32LE(sector, 68)
    file.writeInt32LE(sector, (sector + 2) * SECTOR - 4)
  })
  t.throws(() => readAll(tables), /ring/)
})

t.test('many streams in one place are no more than the file', async t => {
  const big = { name: 'a', bytes: bytesOf(4096) }
  const file = compoundFile([
    big,
    ...Array.from({ length: 200 }, (_, n) => ({ name: `b${n}`, bytes: Buffer.alloc(0) })),
  ])
  const at = directoryOf(file)
  for (let n = 2; n <= 201; n++) {
    file.writeInt32LE(file.readInt32LE(at + ENTRY + 116), at + ENTRY * n + 116)
    file.writeUInt32LE(4096, at + ENTRY * n + 120)
  }
  const compound = new CompoundFile(file)
  t.throws(() => {
    for (const stream of compound.root.values()) compound.read(stream)
  }, /together longer than the file/)
})

t.test('a compound file without a project is refused in words', async t => {
  const read = readMpp(compoundFile(STREAMS))
  t.ok(isRefusal(read))
  if (isRefusal(read)) t.match(read.faults![0]!.msg, /none of Microsoft Project/)
})
