/** Compound files made here: what is in them is read, and what lies about itself is refused within bounds. */
import t from 'tap'
import { isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { CompoundFile } from '../../../../../engine/read/file/mpp/compound-file.ts'
import { readMpp } from '../../../../../engine/read/file/mpp/read-mpp.ts'
import { sniff } from '../../../../../engine/read/file/sniff.ts'
import { compoundFile, ENTRY, SECTOR } from './made-compound-file.ts'

const bytesOf = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, n) => (7 * n + size) % 251))
const SIZES = [0, 1, 63, 64, 65, 4095, 4096, 4097, 9000]
const STREAMS = SIZES.map(size => ({ name: `of ${size}`, bytes: bytesOf(size) }))

t.test('streams of every size are read as they were written', async t => {
  const file = new CompoundFile(compoundFile(STREAMS))
  t.equal(file.root.size, STREAMS.length)
  for (const { name, bytes } of STREAMS) t.ok(bytes.equals(file.read(file.root.get(name)!)), name)
})

t.test(
  'a file of more than 7 MB has further lists of its tables, and is recognised with its directory behind them',
  async t => {
    const large = { name: 'large', bytes: Buffer.alloc(16_000_000, bytesOf(251)) }
    const streams = [...STREAMS, large, { name: '   114/Props', bytes: bytesOf(64) }]
    const bytes = compoundFile(streams)
    const file = new CompoundFile(bytes)
    t.equal(sniff(bytes), 'mpp')
    for (const { name, bytes } of [...STREAMS, large]) t.ok(bytes.equals(file.read(file.root.get(name)!)), name)
  },
)

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
