/** Changes of a schedule as a request says them (shared/contract/schedule/changes.ts), how they stack, and the schedule that they make. */
import type { RelationType } from '../../../../shared/contract/schedule/fields.ts'

interface LinkOf {
  readonly predecessor: string
  readonly successor: string
  readonly type: RelationType
  readonly lag_days?: number
}

/** Members of a task that the page changes. */
interface TaskChange {
  readonly task_id: string
  readonly duration_days?: number
  readonly remaining_duration_days?: number
  readonly constraint_type?: string
  readonly constraint_date?: string
  readonly calendar_id?: string
  readonly clear?: readonly string[]
}

export interface AddedTask {
  readonly id: string
  readonly name: string
  readonly duration_days: number
  readonly calendar_id?: string
  readonly wbs_code?: string
  readonly predecessors: readonly string[]
}

export type Change =
  | TaskChange
  | { readonly add_task: AddedTask; readonly successors: readonly string[] }
  | { readonly link: LinkOf }
  | { readonly unlink: LinkOf }

const PROGRESS = ['actual_start', 'actual_finish', 'percent_complete'] as const

const isOfTask = (change: Change): change is TaskChange => 'task_id' in change

const sameLink = (a: LinkOf, b: LinkOf): boolean =>
  a.predecessor === b.predecessor && a.successor === b.successor && a.type === b.type

const MEMBERS = ['duration_days', 'remaining_duration_days', 'constraint_type', 'calendar_id'] as const

/** Whether `after` makes `before` of no account: the same member of the same task, or the same link. */
function replaces(after: Change, before: Change): boolean {
  if (isOfTask(after) && isOfTask(before)) {
    const own = (change: TaskChange): string[] =>
      MEMBERS.filter(name => change[name] !== undefined || change.clear?.includes(name) === true)
    return after.task_id === before.task_id && own(before).every(name => own(after).includes(name))
  }
  if ('link' in after && 'link' in before) return sameLink(after.link, before.link)
  if ('unlink' in after && 'link' in before) return sameLink(after.unlink, before.link)
  return false
}

/** The list with one change more, which takes the place of what it makes of no account. */
export const withChange = (changes: readonly Change[], change: Change): readonly Change[] => [
  ...changes.filter(each => !replaces(change, each)),
  change,
]

/** A schedule as a request body, as far as changes reach. */
export interface Body {
  readonly tasks: Record<string, unknown>[]
}

interface Predecessor {
  readonly task_id: string
  readonly type: string
  readonly [member: string]: unknown
}

const WRITTEN = /^(.*?)(?: (FS|SS|FF|SF)(.*)?)?$/s

/** A predecessor as it is written: a text ("A SS+1 d") or an object. */
function endOf(given: unknown): Predecessor {
  if (typeof given === 'object' && given !== null) {
    const object = given as Readonly<Record<string, unknown>>
    return { ...object, task_id: String(object.task_id ?? object.id), type: String(object.type ?? 'FS') }
  }
  const [, id = '', type = 'FS'] = WRITTEN.exec(String(given))!
  return { task_id: id, type }
}

const linksInto = (task: Readonly<Record<string, unknown>>): unknown[] =>
  Array.isArray(task.predecessors) ? [...task.predecessors] : task.predecessors == null ? [] : [task.predecessors]

const linkOf = ({ predecessor, type, lag_days = 0 }: LinkOf): object => ({ task_id: predecessor, type, lag_days })

/** Applied one after another, as the service does. */
export function applied<Of extends Body>(body: Of, changes: readonly Change[]): Of {
  const tasks = body.tasks.map(task => ({ ...task }))
  const byId = new Map(tasks.map(task => [String(task.id), task]))
  for (const change of changes) {
    if (isOfTask(change)) {
      const { task_id: id, clear = [], ...members } = change
      const task = byId.get(id)
      if (task === undefined) continue
      for (const name of clear) delete task[name]
      // all of the new duration of work that has not begun is left
      if (members.duration_days !== undefined && PROGRESS.every(name => (task[name] ?? 0) === 0))
        delete task.remaining_duration_days
      Object.assign(task, members)
    } else if ('add_task' in change) {
      const task: Record<string, unknown> = { ...change.add_task }
      tasks.push(task)
      byId.set(change.add_task.id, task)
      for (const id of change.successors) {
        const successor = byId.get(id)
        if (successor === undefined) continue
        successor.predecessors = [
          ...linksInto(successor),
          linkOf({ predecessor: change.add_task.id, successor: id, type: 'FS' }),
        ]
      }
    } else {
      const link = 'link' in change ? change.link : change.unlink
      const task = byId.get(link.successor)
      if (task === undefined) continue
      const others = linksInto(task).filter(given => {
        const { task_id: id, type } = endOf(given)
        return id !== link.predecessor || type !== link.type
      })
      task.predecessors = 'link' in change ? [...others, linkOf(link)] : others
    }
  }
  return { ...body, tasks }
}
