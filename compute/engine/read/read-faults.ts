/** Faults that the reader goes on from, gathered by kind and field: see ReadFault in columns.ts. */
import {
  FAULT_SAMPLE_MAX,
  FAULT_TEXT_MAX,
  type ReadFault,
  type ReadFaultKind,
  type TextColumn,
} from '../../../shared/contract/schedule/columns.ts'
import { cut } from '../../../shared/contract/schedule/text.ts'
import { worstFirst } from '../ids/id-order.ts'
import { NAMED_TASKS_MAX } from '../wording/tasks.ts'

interface Gathered {
  readonly kind: ReadFaultKind
  readonly field: string
  count: number
  readonly tasks: number[]
  /** Every task that has one. */
  readonly all: number[]
  readonly texts: string[]
  /** Places in a file. */
  readonly places?: string[]
}

/** See ImportWarnings: `tasks` are all that have one, in any order. */
export interface NotedFaults {
  readonly count: number
  readonly tasks: readonly number[]
  readonly samples: readonly { readonly task: number; readonly place: string; readonly value: string }[]
}

export class ReadFaults {
  /** By kind and field; made when first needed. */
  #gathered: Map<string, Gathered> | undefined
  /** The one that was added to last: faults mostly come in runs. */
  #last: Gathered | undefined

  /** `text` is called only while samples are kept. */
  add(kind: ReadFaultKind, field: string, task: number, text: () => string): void {
    let gathered = this.#last
    if (gathered === undefined || gathered.kind !== kind || gathered.field !== field) {
      const key = `${kind} ${field}`
      this.#gathered ??= new Map()
      gathered = this.#gathered.get(key) ?? { kind, field, count: 0, tasks: [], all: [], texts: [] }
      this.#gathered.set(key, gathered)
      this.#last = gathered
    }
    gathered.count++
    // tasks are read in their order: the last one is the only one that can be there already
    if (gathered.all.at(-1) !== task) gathered.all.push(task)
    if (gathered.tasks.length === FAULT_SAMPLE_MAX) return
    gathered.tasks.push(task)
    gathered.texts.push(text())
  }

  /** What the reader of a file noted of one kind, with the place of each. */
  addNoted(kind: ReadFaultKind, field: string, noted: NotedFaults): void {
    const key = `${kind} ${field}`
    this.#gathered ??= new Map()
    const gathered = this.#gathered.get(key) ?? { kind, field, count: 0, tasks: [], all: [], texts: [], places: [] }
    this.#gathered.set(key, gathered)
    gathered.count += noted.count
    for (const task of noted.tasks) gathered.all.push(task)
    for (const { task, place, value } of noted.samples) {
      if (gathered.tasks.length === FAULT_SAMPLE_MAX) break
      gathered.tasks.push(task)
      gathered.texts.push(cut(value, FAULT_TEXT_MAX))
      gathered.places!.push(cut(place, FAULT_TEXT_MAX))
    }
  }

  /** In an order that does not depend on the order of members in the body. */
  finish(ids: TextColumn): readonly ReadFault[] {
    const taskCount = ids.offsets.length - 1
    const isTask = (task: number): boolean => task >= 0 && task < taskCount
    return [...(this.#gathered ?? [])]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, gathered]) => {
        // what a file says of a row that was left out is of no task
        const tasks = gathered.tasks.map(task => (isTask(task) ? task : -1))
        const { all: noted, ...rest } = gathered
        const fault = { ...rest, tasks }
        const all = gathered.places === undefined ? noted : [...new Set(noted)].filter(isTask)
        if (all.length <= new Set(fault.tasks).size) return fault
        return { ...fault, whole: { first: worstFirst(ids, all, undefined, NAMED_TASKS_MAX), taskCount: all.length } }
      })
  }
}
