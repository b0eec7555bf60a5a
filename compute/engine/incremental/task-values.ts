/** The columns of tasks that edits change, in the copies that an open network holds. */
import type { ClockTasks } from '../clock/input.ts'
import type { CpmInput } from '../cpm/input.ts'
import type { HeldLinks } from './held-links.ts'
import type { HeldOrder } from './held-order.ts'

const OF_INPUT = [
  'state',
  'remainingDays',
  'reportedStart',
  'reportedFinish',
  'constraint',
  'constraintOffset',
] as const
/** By the clock alone. */
export const OF_CLOCK = [
  'calendar',
  'point',
  'secondaryConstraint',
  'secondaryConstraintMoment',
  'expectedFinish',
  'suspend',
  'resume',
  'deadline',
  'externalEarlyStart',
  'externalLateFinish',
] as const

export type TaskValue = (typeof OF_INPUT)[number] | (typeof OF_CLOCK)[number]
export type TaskValues = Readonly<Record<TaskValue, number>>
type Column = Uint8Array | Uint16Array | Float64Array

/** Its columns are copies, and its links have room for more. */
export type HeldInput = CpmInput & { readonly isHeld: true }

/** A copy of what edits change; of an input that is held already its columns are kept, and the links are taken anew. */
export function heldInput(input: CpmInput | HeldInput, links: HeldLinks, { order }: HeldOrder): HeldInput {
  const { task, type, lagDays, leftDays, elapsed, start } = links
  const held = { order, start, task, type, lagDays, elapsed }
  if ('isHeld' in input) return { ...input, network: { ...input.network, ...held }, lagDays: leftDays }
  const network = { ...input.network, ...held, takesPart: input.network.takesPart.slice() }
  const { clock } = input
  const copies = (from: object, names: readonly string[]): object =>
    Object.fromEntries(
      names.map(name => [name, (from as Readonly<Record<string, Column | undefined>>)[name]?.slice()] as const),
    )
  return {
    ...input,
    ...copies(input, OF_INPUT),
    network,
    lagDays: leftDays,
    ...(clock === undefined
      ? {}
      : { clock: { ...clock, tasks: { ...clock.tasks, ...copies(clock.tasks, OF_CLOCK) } as ClockTasks } }),
    isHeld: true,
  }
}

/** Whether some task fills the column, or did. */
export const hasColumn = (input: HeldInput, name: TaskValue): boolean =>
  name in input || (input.clock!.tasks as unknown as Record<string, Column | undefined>)[name] !== undefined

/** A column of the clock that no task fills is made with the first value. */
export function columnOf(input: HeldInput, name: TaskValue): Column {
  if (name in input) return input[name as (typeof OF_INPUT)[number]]
  const tasks = input.clock!.tasks as unknown as Record<string, Column | undefined>
  const made = tasks[name]
  if (made !== undefined) return made
  const { taskCount } = input.network
  return (tasks[name] =
    name === 'secondaryConstraint' ? new Uint8Array(taskCount) : new Float64Array(taskCount).fill(Number.NaN))
}
