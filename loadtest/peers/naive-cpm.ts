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
