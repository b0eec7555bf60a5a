/** Compound files made of streams, for tests: "storage/stream" lies in a storage, in as many as its name has. */
const MINI = 64
const [END, FREE, TABLE, LIST] = [-2, -1, -3, -4]
/** Sectors of the table that the header has room for. */
const IN_HEADER = 109
export const SECTOR = 512
export const ENTRY = 128

export interface Stream {
  readonly name: string
  readonly bytes: Buffer
}

interface Node {
  readonly name: string
  readonly stream?: Stream
  readonly children: Node[]
}

/** The tree of storages and streams, each with its place in the directory: streams of the root come first, in their order. */
function treeOf(streams: readonly Stream[]): Node {
  const root: Node = { name: 'Root Entry', children: [] }
  for (const stream of streams) {
    const path = stream.name.split('/')
    let at = root
    for (const name of path.slice(0, -1)) {
      let next = at.children.find(child => child.name === name && child.stream === undefined)
      if (next === undefined) at.children.push((next = { name, children: [] }))
      at = next
    }
    at.children.push({ name: path.at(-1)!, stream, children: [] })
  }
  return root
}

/** A table of sectors, the directory, a table of small sectors, then the streams; siblings are a chain. */
export function compoundFile(streams: readonly Stream[]): Buffer {
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
  const entries: Buffer[] = []
  const add = ({ name, stream, children }: Node): number => {
    const n = entries.push(Buffer.alloc(ENTRY)) - 1
    const own = entries[n]!
    own.write(name, 0, 'utf16le')
    own.writeUInt16LE(2 * name.length + 2, 64)
    own[66] = n === 0 ? 5 : stream === undefined ? 1 : 2
    for (const at of [68, 72, 76]) own.writeInt32LE(FREE, at)
    own.writeInt32LE(stream === undefined ? 0 : starts.get(stream)!, 116)
    own.writeUInt32LE(stream?.bytes.length ?? 0, 120)
    const places = children.map(add)
    for (const [k, child] of places.entries()) entries[child]!.writeInt32LE(places[k + 1] ?? FREE, 72)
    own.writeInt32LE(places[0] ?? FREE, 76)
    return n
  }
  add(treeOf(streams))
  entries[0]!.writeInt32LE(miniAt, 116)
  entries[0]!.writeUInt32LE(miniStream.length, 120)
  const directoryAt = place(Buffer.concat(entries))
  const header = Buffer.alloc(SECTOR)
  header.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeInt32LE(directoryAt, 48)
  header.writeInt32LE(miniTableAt, 60)
  header.writeInt32LE(END, 68)
  header.fill(0xff, 76)
  header.writeInt32LE(0, 76)
  // further sectors of the table lie at the end, and behind them those of the list of what the header has no room for
  const perSector = SECTOR / 4
  const listsFor = (more: number): number => Math.ceil(Math.max(0, more - (IN_HEADER - 1)) / (perSector - 1))
  let more = 0
  while (1 + more < Math.ceil((table.length + more + listsFor(more)) / perSector)) more++
  const places = Array.from({ length: more }, () => table.push(TABLE) - 1)
  const lists = Array.from({ length: listsFor(more) }, () => table.push(LIST) - 1)
  for (const [n, place] of places.slice(0, IN_HEADER - 1).entries()) header.writeInt32LE(place, 80 + 4 * n)
  const listWords = Buffer.alloc(SECTOR * lists.length, 0xff)
  const entriesOfLists = places.slice(IN_HEADER - 1)
  for (const [n, place] of entriesOfLists.entries())
    listWords.writeInt32LE(place, 4 * (n + Math.floor(n / (perSector - 1))))
  for (const n of lists.keys()) listWords.writeInt32LE(lists[n + 1] ?? END, SECTOR * (n + 1) - 4)
  if (lists.length > 0) header.writeInt32LE(lists[0]!, 68)
  const words32 = Buffer.alloc(SECTOR * (1 + more), 0xff)
  for (const [n, next] of table.entries()) words32.writeInt32LE(next, 4 * n)
  return Buffer.concat([header, words32.subarray(0, SECTOR), ...sectors, words32.subarray(SECTOR), listWords])
}
