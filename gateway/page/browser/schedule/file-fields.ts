/** What a file says of its tasks beyond the reply of the critical path: codes and custom fields, calendars by name, responsible, resources, cost. Entry i of a column belongs to task i of the schedule. */

export interface Calendar {
  readonly id: string
  readonly name: string
  readonly isDefault: boolean
  readonly hoursPerDay: number | undefined
  /** Days of the week with work. */
  readonly workDays: number | undefined
  readonly exceptionCount: number
}

interface GivenCalendar {
  readonly id: string
  readonly name?: string | null
  readonly hours_per_day?: number | null
  readonly work_week?: Readonly<Record<string, readonly unknown[] | null>> | null
  readonly exceptions?: readonly unknown[] | null
}

export interface FileFields {
  /** Those of the file. */
  readonly calendars: readonly Calendar[]
  readonly calendar: readonly string[]
  readonly responsible: readonly string[]
  readonly resources: readonly string[]
  /** NaN = none. */
  readonly budgetedCost: Float64Array
  readonly earnedValue: Float64Array
  readonly actualCost: Float64Array
  readonly remainingCost: Float64Array
  /** As the file has it; undefined = none. */
  readonly expectedFinish: readonly (string | undefined)[]
  /** It sets the remaining duration. */
  readonly usesExpectedFinish: boolean
  /** By name, in the order of their texts; undefined = the task has none. */
  readonly codes: ReadonlyMap<string, readonly (string | undefined)[]>
}

interface Assignment {
  readonly actual_cost?: number | null
  readonly remaining_cost?: number | null
}

interface GivenTask {
  readonly id: string | number
  readonly calendar_id?: string | null
  readonly organization_code?: string | null
  readonly resource?: string | null
  readonly resources?: readonly string[] | null
  readonly assignments?: readonly (Assignment & { readonly resource: string })[] | null
  readonly expected_finish?: string | null
  readonly budgeted_cost?: number | null
  readonly earned_value?: number | null
  readonly codes?: Readonly<Record<string, string>> | null
}

/** A request body, as far as it is read here. */
export interface GivenSchedule {
  readonly tasks: readonly GivenTask[]
  readonly calendars?: readonly GivenCalendar[] | null
  readonly default_calendar_id?: string | null
  readonly scheduling_options?: { readonly use_expected_finish?: boolean | null } | null
}

function resourcesOf({ resource, resources, assignments }: GivenTask): string {
  const names = [resource, ...(resources ?? []), ...(assignments ?? []).map(each => each.resource)]
  return [...new Set(names.filter(name => name != null && name !== ''))].join(', ')
}

const costOf = (task: GivenTask, of: keyof Assignment): number =>
  (task.assignments ?? []).reduce(
    (sum, each) => (each[of] == null ? sum : (Number.isNaN(sum) ? 0 : sum) + each[of]),
    Number.NaN,
  )

/** ids: of the tasks of the schedule, in its order. */
export function fileFieldsOf(
  { tasks: given, calendars, default_calendar_id: byDefault, scheduling_options: rules }: GivenSchedule,
  ids: readonly string[],
): FileFields {
  const byId = new Map(given.map(task => [String(task.id), task]))
  const tasks = ids.map((id): GivenTask => byId.get(id) ?? { id })
  const names = new Map((calendars ?? []).map(({ id, name }) => [id, name == null || name === '' ? id : name]))
  const calendar = (id: string | null | undefined): string => (id == null ? '' : (names.get(id) ?? id))
  const numbers = (of: (task: GivenTask) => number | null | undefined) =>
    Float64Array.from(tasks, task => of(task) ?? Number.NaN)
  const codes = new Map<string, (string | undefined)[]>()
  for (const [i, task] of tasks.entries()) {
    for (const [name, value] of Object.entries(task.codes ?? {})) {
      let column = codes.get(name)
      if (column === undefined) codes.set(name, (column = new Array<string | undefined>(tasks.length)))
      column[i] = String(value)
    }
  }
  return {
    calendars: (calendars ?? []).map(({ id, hours_per_day: hours, work_week: week, exceptions }) => ({
      id,
      name: names.get(id)!,
      isDefault: id === byDefault,
      hoursPerDay: hours ?? undefined,
      workDays: week == null ? undefined : Object.values(week).filter(shifts => (shifts ?? []).length > 0).length,
      exceptionCount: exceptions?.length ?? 0,
    })),
    calendar: tasks.map(task => calendar(task.calendar_id ?? byDefault)),
    responsible: tasks.map(task => task.organization_code ?? ''),
    resources: tasks.map(resourcesOf),
    budgetedCost: numbers(task => task.budgeted_cost),
    earnedValue: numbers(task => task.earned_value),
    actualCost: numbers(task => costOf(task, 'actual_cost')),
    remainingCost: numbers(task => costOf(task, 'remaining_cost')),
    expectedFinish: tasks.map(task => task.expected_finish ?? undefined),
    usesExpectedFinish: rules?.use_expected_finish === true,
    codes: new Map([...codes].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))),
  }
}
