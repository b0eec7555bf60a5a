/** The example arguments of a tool: the example request of its row, cut to what shows the form. */

/** Tasks of a schedule; where several are compared, one each. */
const TASKS_SHOWN = 2
const TASKS_COMPARED = 1
/** Fields of a task whose form is that of others. */
const UNSHOWN: readonly string[] = ['name', 'wbs_code', 'baseline_start', 'forecast_start']
/** Members that name tasks which the example leaves out. */
const NAMING_TASKS: readonly string[] = ['start_task_ids', 'finish_task_ids']

type Members = { readonly [name: string]: unknown }

export function exampleOf(request: object, fieldNames: readonly string[]): object {
  const fields = new Set(['id', ...fieldNames.filter(name => !UNSHOWN.includes(name))])
  const count = 'tasks' in request ? TASKS_SHOWN : TASKS_COMPARED
  const shownTask = (task: Members): Members =>
    Object.fromEntries(Object.entries(task).filter(([name]) => fields.has(name)))
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown)
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value as Members).filter(([name]) => !NAMING_TASKS.includes(name))
    return Object.fromEntries(
      members.map(([name, member]) => [
        name,
        name === 'tasks' ? (member as Members[]).slice(0, count).map(shownTask) : shown(member),
      ]),
    )
  }
  return shown(request) as object
}
