/**
 * Finishes of variants of one input: the same network with other entries of tasks, other lags and types of links, as those make who ask what one thing does.
 * Only what differs is propagated.
 */
import type { ClockTasks } from '../clock/input.ts'
import type { EarlyDates } from '../cpm/forward.ts'
import type { CpmInput } from '../cpm/input.ts'
import { OpenNetwork } from './open-network.ts'
import { whyClosed } from './steps.ts'
import { OF_CLOCK, type TaskValue } from './task-values.ts'

/** What of an input a variant may have otherwise; what is left of lags follows from progress, which it may not. */
const OWN = ['remainingDays', 'constraint', 'constraintOffset'] as const
const FRAME = ['dataDate', 'floor', 'override', 'state', 'reportedStart', 'reportedFinish'] as const
const NETWORK = ['start', 'task', 'order', 'elapsed', 'takesPart'] as const

type Column = Uint8Array | Uint16Array | Float64Array
type Named = Readonly<Record<string, unknown>>

export class Variants {
  readonly #base: CpmInput
  readonly #early: EarlyDates
  #open: OpenNetwork | undefined

  readonly #spare: readonly number[]

  /** `early`: of a full pass over the input. `spare`: tasks that take no part, and do in some variants. */
  constructor(base: CpmInput, early: EarlyDates, spare: readonly number[] = []) {
    this.#base = base
    this.#early = early
    this.#spare = spare
  }

  /** P; undefined: the variant has another network, progress or rules, or cannot be held open. */
  finishOf(variant: CpmInput): number | undefined {
    return this.of(variant, open => open.propagate())
  }

  /** What is found of a network that is the variant, whose dates are to be propagated; undefined as above. */
  of<T>(variant: CpmInput, find: (open: OpenNetwork) => T): T | undefined {
    if (!isInFrame(this.#base, variant)) return undefined
    return this.with(open => {
      this.#edit(open, variant)
      return find(open)
    })
  }

  /** What `edit` finds, whose edits are taken back; whyClosed has to be undefined. */
  with<T>(edit: (open: OpenNetwork) => T): T {
    this.#open ??= new OpenNetwork(this.#base, this.#early, this.#spare)
    const mark = this.#open.mark()
    const found = edit(this.#open)
    this.#open.undo(mark)
    return found
  }

  #edit(open: OpenNetwork, variant: CpmInput): void {
    const base = this.#base
    for (const name of OWN) setTasks(open, name, base[name], variant[name])
    const [was, is] = [base.clock?.tasks, variant.clock?.tasks]
    if (was !== undefined && is !== undefined && was !== is)
      for (const name of OF_CLOCK) {
        const [from, to] = [was[name], is[name]]
        if (from !== undefined && to !== undefined) setTasks(open, name, from, to)
      }
    if (base.lagDays === variant.lagDays && base.network.type === variant.network.type) return
    const { start, type, linkCount } = base.network
    let s = 0
    for (let k = 0; k < linkCount; k++) {
      if (base.lagDays[k] === variant.lagDays[k] && type[k] === variant.network.type[k]) continue
      while (start[s + 1] <= k) s++
      open.setLink(s, k, variant.network.type[k], variant.lagDays[k])
    }
  }
}

function setTasks(open: OpenNetwork, name: TaskValue, was: Column, is: Column): void {
  if (was === is) return
  for (let i = 0; i < was.length; i++)
    if (was[i] !== is[i] && !(Number.isNaN(was[i]) && Number.isNaN(is[i]))) open.setTask(i, { [name]: is[i] })
}

const isSame = (a: object, b: object, names: readonly string[]): boolean =>
  names.every(name => Object.is((a as Named)[name], (b as Named)[name]))

function isInFrame(base: CpmInput, variant: CpmInput): boolean {
  if (!isSame(base, variant, FRAME) || !isSame(base.network, variant.network, NETWORK)) return false
  if (whyClosed(base) !== undefined || whyClosed(variant) !== undefined) return false
  const [was, is] = [base.clock, variant.clock]
  if (was === is) return true
  if (was === undefined || is === undefined) return false
  const others = Object.keys({ ...was, ...is }).filter(name => name !== 'tasks')
  return isSame(was, is, others) && hasSameColumns(was.tasks, is.tasks)
}

/** Columns that one of the two has alone are not compared entry by entry. */
function hasSameColumns(was: ClockTasks, is: ClockTasks): boolean {
  const known: readonly string[] = OF_CLOCK
  return Object.keys({ ...was, ...is }).every(name => {
    const [from, to] = [(was as unknown as Named)[name], (is as unknown as Named)[name]]
    return from === to || (known.includes(name) && from !== undefined && to !== undefined)
  })
}
