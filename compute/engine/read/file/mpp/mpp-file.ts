/** An .mpp as a whole: which version it is, its streams by storage, its properties. */
import { DAY_MAX } from '../../../../../shared/contract/schedule/day.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { BadFile } from './bad-file.ts'
import { type Block, type BlockLayout, blockOf } from './block.ts'
import type { CompoundFile, Entries, Entry } from './compound-file.ts'
import { i32, i64, u32 } from './little-endian.ts'
import { maskOf, Props, unmasked } from './props.ts'

interface Version {
  readonly number: 9 | 12 | 14
  readonly storage: string
  readonly props: string
}
const VERSIONS: readonly Version[] = [
  { number: 14, storage: '   114', props: 'Props14' },
  { number: 12, storage: '   112', props: 'Props12' },
  { number: 9, storage: '   19', props: 'Props9' },
]

/** Where each version keeps its project. */
const LATER = /^ {3}1\d\d$/

const APPLICATION_AT = 28
/** From this version of the program on, MPP14 has some things at other places. */
const REARRANGED = 15
/** Tables whose second part of records is masked, too, in a file with a password to write. */
const MASKED_SECOND = ['TBkndRsc', 'TBkndAssn']
/** Their records are masked until 2003 only. */
const PLAIN = ['TBkndTask', 'TBkndOutlCode']
/** What is masked beside records. */
const RECORDS = 'FixedData'
const SECOND_RECORDS = 'Fixed2Data'

export class MppFile {
  readonly version: 9 | 12 | 14
  /** "Microsoft.Project 15.0"; '' = it does not say. */
  readonly application: string
  /** Written by Project 2013 or later in its own format. */
  readonly isRearranged: boolean
  readonly props: Props
  readonly #file: CompoundFile
  readonly #data: Entries
  readonly #opened = new Map<string, Entries>()
  readonly #mask: number

  constructor(file: CompoundFile) {
    this.#file = file
    const { root } = file
    const version = VERSIONS.find(({ storage }) => root.get(storage)?.isStream === false)
    const later = [...root.keys()].find(name => LATER.test(name))
    if (version === undefined && later !== undefined)
      throw new BadFile(
        `The file is of a version of Microsoft Project that is not known here (storage ${JSON.stringify(later.trim())}): save it as a file of Project 2010 to 2021, or as XML.`,
      )
    if (version === undefined)
      throw new BadFile('The file is a compound file, but none of Microsoft Project: it has no project in it.')
    this.version = version.number
    this.application = applicationOf(file)
    const written = Number(/ (\d+)/.exec(this.application)?.[1])
    this.isRearranged = version.number === 14 && (Number.isNaN(written) || written >= REARRANGED)
    this.#mask = maskOf(new Props(this.#stream(root.get(version.props))), version.number)
    this.#data = this.#file.open(root.get(version.storage)!)
    this.props = new Props(unmasked(this.#stream(this.#data.get('Props')), this.#mask))
  }

  get isOld(): boolean {
    return this.version === 9
  }

  /** A table; one that is missing is empty. */
  block(name: string, layout: BlockLayout): Block {
    const storage = this.#data.get(name)
    const entries: Entries = storage === undefined || storage.isStream ? new Map() : this.#entriesOf(name, storage)
    const read = (stream: string): Uint8Array => {
      const bytes = this.#stream(entries.get(stream))
      const isMasked =
        (stream === RECORDS && (this.isOld || !PLAIN.includes(name))) ||
        (stream === SECOND_RECORDS && MASKED_SECOND.includes(name))
      return isMasked ? unmasked(bytes, this.#mask) : bytes
    }
    return blockOf(layout, read, this.isOld)
  }

  /** Properties of a table. */
  tableProps(name: string): Props {
    const storage = this.#data.get(name)
    const entries = storage === undefined || storage.isStream ? undefined : this.#entriesOf(name, storage)
    return new Props(this.#stream(entries?.get('Props')))
  }

  /** A directory is opened once. */
  #entriesOf(name: string, storage: Entry): Entries {
    let entries = this.#opened.get(name)
    if (entries === undefined) {
      entries = this.#file.open(storage)
      this.#opened.set(name, entries)
    }
    return entries
  }

  #stream(entry: Entry | undefined): Uint8Array {
    return entry === undefined || !entry.isStream ? NO_BYTES : this.#file.read(entry)
  }
}

const NO_BYTES = new Uint8Array(0)

/** Of the properties that any document of Office has (MS-OLEPS). */
const SUMMARY = '\x05SummaryInformation'
const FIRST_SET_AT = 44
const LAST_SAVED = 13
const FILE_TIME = 64
/** File times count tenths of a microsecond from 1601. */
const TICKS_PER_MINUTE = 600_000_000
const MINUTES_1601_TO_1970 = 11_644_473_600 / 60

/** The moment at which the document was saved last, in UTC as it stands there; NaN = it does not say. */
export function savedAtOf(file: CompoundFile): number {
  const entry = file.root.get(SUMMARY)
  const bytes = entry?.isStream === true ? file.read(entry) : NO_BYTES
  const set = bytes.length >= FIRST_SET_AT + 4 ? u32(bytes, FIRST_SET_AT) : bytes.length
  if (set + 8 > bytes.length) return Number.NaN
  const count = Math.min(u32(bytes, set + 4), Math.floor((bytes.length - set - 8) / 8))
  for (let i = 0; i < count; i++) {
    const at = set + 8 + 8 * i
    if (u32(bytes, at) !== LAST_SAVED) continue
    const value = set + u32(bytes, at + 4)
    if (value + 12 > bytes.length || u32(bytes, value) !== FILE_TIME) return Number.NaN
    const minutes = Math.floor(i64(bytes, value + 4) / TICKS_PER_MINUTE) - MINUTES_1601_TO_1970
    return minutes > 0 && minutes < (DAY_MAX + 1) * MINUTES_PER_DAY ? minutes : Number.NaN
  }
  return Number.NaN
}

/** '' = it does not say. */
export function applicationOf(file: CompoundFile): string {
  const entry = file.root.get('\x01CompObj')
  const bytes = entry?.isStream === true ? file.read(entry) : NO_BYTES
  if (bytes.length < APPLICATION_AT + 4) return ''
  const size = i32(bytes, APPLICATION_AT)
  const from = APPLICATION_AT + 4
  if (size < 1 || from + size > bytes.length) return ''
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, size - 1).toString('latin1')
}
