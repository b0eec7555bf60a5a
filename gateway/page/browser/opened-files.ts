/** The open files, plans first and then by data date, and what else was requested of them. */
import type { Only } from './activities/choice.ts'
import { datesInOrder, inOrder } from './as-of.ts'
import type { LoadedFile } from './loaded.ts'
import type { ComparisonReplies } from './schedule/comparison-replies.ts'
import { type DelayEvent, keepEvents, keptEvents } from './schedule/events.ts'
import type { FileFields } from './schedule/file-fields.ts'
import { dateText, MINUTES_PER_DAY } from './schedule/moment.ts'
import type { ResourceLoad } from './schedule/resource-load.ts'
import type { Client, Running } from './service/client.ts'
import type { Access, BaselineDates, DatedFile, Progress } from './service/messages.ts'
import { Refused } from './service/refused.ts'
import { TEXT } from './texts.ts'
import { titleOf } from './views/files.ts'

/** Its dates as they were computed. */
export function baselineDates({ schedule }: LoadedFile): BaselineDates {
  const { ids, start, finishDate, hasTimes } = schedule
  const text = (minutes: number): string => dateText(minutes, hasTimes).replace(' ', 'T')
  return { ids, start: Array.from(start, text), finish: Array.from(finishDate, text) }
}

const DAYS_PER_WEEK = 7
const DAY_LENGTH = 10

export class OpenedFiles {
  readonly #client: Client
  readonly #loads = new WeakMap<LoadedFile, Promise<ResourceLoad>>()
  readonly #fields = new WeakMap<LoadedFile, Promise<FileFields>>()
  #all: readonly LoadedFile[] = []
  #compared: { readonly files: readonly LoadedFile[]; readonly replies: ComparisonReplies } | undefined

  constructor(client: Client) {
    this.#client = client
  }

  get all(): readonly LoadedFile[] {
    return this.#all
  }

  get last(): LoadedFile | undefined {
    return this.#all.at(-1)
  }

  /** The file that is open already, where this one has the same content. */
  add(file: LoadedFile): LoadedFile | undefined {
    const sha = file.analysed.cpm.metadata.input_sha256
    const same = this.#all.find(({ analysed }) => analysed.cpm.metadata.input_sha256 === sha)
    if (same === undefined) this.#all = inOrder([...this.#all, file])
    return same
  }

  remove(file: LoadedFile): void {
    this.#all = this.#all.filter(each => each !== file)
  }

  /** In the place of the same file without a baseline, or with another one. */
  replace(old: LoadedFile, file: LoadedFile): void {
    this.#all = inOrder(this.#all.map(each => (each === old ? file : each)))
  }

  get compared(): ComparisonReplies | undefined {
    return this.#compared?.files === this.#all ? this.#compared.replies : undefined
  }

  set compared(replies: ComparisonReplies) {
    this.#compared = { files: this.#all, replies }
  }

  /** What the comparison with the file before found changed in this one; undefined: nobody compared them. */
  changedIn(file: LoadedFile): Only | undefined {
    const at = this.#all.indexOf(file)
    const before = this.#all[at - 1]
    const changes = this.compared?.changes.data.changes
    if (before === undefined || changes === undefined) return undefined
    const [from, to] = datesInOrder(this.#all)
      .slice(at - 1, at + 1)
      .map(({ date }) => date?.slice(0, DAY_LENGTH) ?? '')
    const own = changes.filter(
      ({ from_date, to_date }) => from_date.slice(0, DAY_LENGTH) === from && to_date.slice(0, DAY_LENGTH) === to,
    )
    return { title: TEXT.activities.changed(titleOf(before)), ids: [...new Set(own.map(({ id }) => id))] }
  }

  /** What the events are kept by: the project of the latest file, else its earliest file. */
  get #project(): string {
    const of = ({ analysed }: LoadedFile): string => analysed.cpm.metadata.import?.[0]?.project_id ?? ''
    return (this.last && of(this.last)) || this.#all[0]?.analysed.cpm.metadata.input_sha256 || ''
  }

  /** Delay events of the comparison. */
  get events(): readonly DelayEvent[] {
    return keptEvents(this.#project)
  }

  /** They are compared anew. */
  set events(events: readonly DelayEvent[]) {
    keepEvents(this.#project, events)
    this.#compared = undefined
  }

  /** As `dated`. */
  compare(
    access: Access,
    onProgress: (progress: Progress) => void,
    events: readonly DelayEvent[] = this.events,
  ): Running<ComparisonReplies> {
    return this.#client.compare(this.dated(), events, access, onProgress)
  }

  /** Throws Refused where a file has no place in the order; one alone needs none. */
  dated(files: readonly LoadedFile[] = this.#all): DatedFile[] {
    const dates = datesInOrder(files)
    const undated = files.filter((_, i) => dates[i]!.date === null)
    if (undated.length > 0 && files.length > 1)
      throw new Refused({ code: 'undated', sentence: '', places: undated.map(titleOf) })
    return files.map(({ file }, i) => ({ file, dataDate: dates[i]!.date ?? '', isStated: dates[i]!.isStated }))
  }

  /** Throws Refused; the next call requests it again. */
  resourceLoad(of: LoadedFile, access: () => Promise<Access>): Promise<ResourceLoad> {
    let load = this.#loads.get(of)
    if (load === undefined) {
      const { dataDate, finish } = of.schedule
      let last = dataDate
      for (const minutes of finish) if (minutes > last) last = minutes
      const weekCount = (last - dataDate) / MINUTES_PER_DAY / DAYS_PER_WEEK || 1
      load = access().then(known => this.#client.resourceLoad(of.file, weekCount, known).outcome)
      load.catch(() => this.#loads.delete(of))
      this.#loads.set(of, load)
    }
    return load
  }
  /** Throws Refused; the next call requests it again. */
  fields(of: LoadedFile, access: () => Promise<Access>): Promise<FileFields> {
    let fields = this.#fields.get(of)
    if (fields === undefined) {
      fields = access().then(known => this.#client.fields(of.file, of.schedule.ids, known).outcome)
      fields.catch(() => this.#fields.delete(of))
      this.#fields.set(of, fields)
    }
    return fields
  }
}
