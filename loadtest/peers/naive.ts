/** The critical path as one writes it in an afternoon: an object per task, finish to start alone. */

export interface Task {
  readonly id: string
  readonly name?: string
  readonly duration_days: number
  readonly predecessors: readonly string[]
}

export interface Planned extends Task {
  readonly successors: Planned[]
  early_start: number
  early_finish: number
  late_start: number
  late_finish: number
  total_float_days: number
}

const planned = (task: Task): Planned => ({
  ...task,
  ...{ successors: [], early_start: 0, early_finish: 0, late_start: 0, late_finish: 0, total_float_days: 0 },
})

/** Both passes as one writes them in an afternoon: an object per task, finish to start alone. `order`: ids, predecessors first. */
export function planOf(tasks: readonly Task[], order: readonly string[]) {
  const byId = new Map(tasks.map(task => [task.id, planned(task)]))
  for (const task of byId.values()) for (const id of task.predecessors) byId.get(id)!.successors.push(task)
  let finish = 0
  for (const id of order) {
    const task = byId.get(id)!
    task.early_start = Math.max(0, ...task.predecessors.map(each => byId.get(each)!.early_finish))
    task.early_finish = task.early_start + task.duration_days
    finish = Math.max(finish, task.early_finish)
  }
  for (const id of order.toReversed()) {
    const task = byId.get(id)!
    task.late_finish = Math.min(finish, ...task.successors.map(each => each.late_start))
    task.late_start = task.late_finish - task.duration_days
    task.total_float_days = task.late_start - task.early_start
  }
  return { byId, finish }
}

/** Six values per task. */
export function criticalPath(tasks: readonly Task[], order: readonly string[]) {
  const { byId, finish } = planOf(tasks, order)
  return {
    data: {
      project_duration_days: finish,
      tasks: tasks.map(({ id }) => {
        const { early_start, early_finish, late_start, late_finish, total_float_days } = byId.get(id)!
        return {
          id,
          early_start,
          early_finish,
          late_start,
          late_finish,
          total_float_days,
          is_critical: total_float_days <= 0,
        }
      }),
    },
  }
}

/** Kahn's order of the ids; throws on a cycle. */
export function orderOf(tasks: readonly Task[]): string[] {
  const waits = new Map(tasks.map(({ id, predecessors }) => [id, predecessors.length]))
  const successors = new Map(tasks.map(({ id }) => [id, [] as string[]]))
  for (const { id, predecessors } of tasks) for (const each of predecessors) successors.get(each)!.push(id)
  const order = tasks.filter(({ predecessors }) => predecessors.length === 0).map(({ id }) => id)
  for (const id of order) {
    for (const each of successors.get(id)!) {
      waits.set(each, waits.get(each)! - 1)
      if (waits.get(each) === 0) order.push(each)
    }
  }
  if (order.length < tasks.length) throw new Error('a cycle')
  return order
}

const NEAR_CRITICAL_DAYS = 10

/** All that the reply of /api/v1/analysis/cpm says of such tasks, as one writes it in an afternoon. `order`: ids, predecessors first. */
export function table(tasks: readonly Task[], order: readonly string[]) {
  const { byId, finish } = planOf(tasks, order)
  const inOrder = order.map(id => byId.get(id)!)
  const placeOf = new Map(order.map((id, place) => [id, place]))
  const before = inOrder.map(task => task.predecessors.map(id => placeOf.get(id)!))
  const driversOf = ({ predecessors, early_start }: Planned): Planned[] =>
    predecessors.map(id => byId.get(id)!).filter(each => each.early_finish === early_start)

  const longest = new Set<Planned>()
  const follow = (task: Planned): void => {
    if (longest.has(task)) return
    longest.add(task)
    driversOf(task).forEach(follow)
  }
  inOrder.filter(task => task.early_finish === finish).forEach(follow)

  const byStart = (a: Planned, b: Planned) => a.early_start - b.early_start || a.early_finish - b.early_finish
  const critical = inOrder.filter(task => task.total_float_days <= 0).sort(byStart)
  const path = [...longest].sort(byStart)
  const near = inOrder
    .filter(({ total_float_days }) => total_float_days > 0 && total_float_days <= NEAR_CRITICAL_DAYS)
    .sort(byStart)
  const idOf = ({ id }: Planned) => id
  const nameOf = ({ name }: Planned) => name
  return {
    data: {
      project_duration_days: finish,
      critical_path: critical.map(idOf),
      critical_path_names: critical.map(nameOf),
      longest_path: path.map(idOf),
      longest_path_names: path.map(nameOf),
      near_critical: near.map(idOf),
      near_critical_names: near.map(nameOf),
      tasks: tasks.map(({ id }) => {
        const task = byId.get(id)!
        const drivers = driversOf(task)
        return {
          id,
          name: task.name,
          early_start: task.early_start,
          early_finish: task.early_finish,
          late_start: task.late_start,
          late_finish: task.late_finish,
          total_float_days: task.total_float_days,
          free_float_days: Math.min(finish, ...task.successors.map(each => each.early_start)) - task.early_finish,
          drag_days: longest.has(task) ? finish - finishWithout(placeOf.get(id)!, inOrder, before) : null,
          is_critical: task.total_float_days <= 0,
          is_on_longest_path: longest.has(task),
          driver: drivers.length > 0 ? 'link' : 'project_start',
          driven_by: drivers.map(idOf),
          driven_by_names: drivers.map(nameOf),
        }
      }),
    },
  }
}

/**
 * The finish of the project if the task at a place of the order took no time: the forward pass once more from there on. `before`: of each task the places of
 * its predecessors.
 */
function finishWithout(left: number, inOrder: readonly Planned[], before: readonly (readonly number[])[]): number {
  const finishes = inOrder.map(task => task.early_finish)
  for (let place = left; place < inOrder.length; place++) {
    let start = 0
    for (const each of before[place]!) start = Math.max(start, finishes[each]!)
    finishes[place] = start + (place === left ? 0 : inOrder[place]!.duration_days)
  }
  return Math.max(...finishes)
}
