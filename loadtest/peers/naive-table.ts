import { type Planned, planOf, type Task } from './naive-cpm.ts'

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
