/**
 * Members that say how dates are computed, and have no effect: without calendars none of them is read, and the rules of each tool leave some of the
 * options out. An option with the value that it has by default asks for nothing, so it is not named.
 */
import { SchedulingOptions } from '../../../shared/contract/schedule/calendars.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { memberAt } from '../../../shared/contract/schedule/settings-of-input.ts'
import type { AnalysisInput, Finding } from '../result/result.ts'
import { listed } from '../wording/tasks.ts'

/** Members of a container that are read only beside its calendars. */
const BESIDE_CALENDARS = ['default_calendar_id', 'project_start', 'leveling_options']
const OPTIONS = 'scheduling_options'
/** Options that the rules of a tool do not read. */
const UNREAD = {
  p6: ['honor_constraints', 'respect_leveling_delay'],
  ms_project: ['lag_calendar', 'total_float_as', 'use_expected_finish'],
} as const
const FROM_FINISH = 'schedule_from_finish'
const ALAP = 1 + CONSTRAINT_TYPES.indexOf('ALAP')

/** Members named in a sentence. */
const NAMED_MAX = 5

type Members = Readonly<Record<string, unknown>>
/** Why a member is not read: what it is not read without, or by. */
const REASONS = {
  calendars: (fields: string, isOne: boolean) =>
    `${fields} ${isOne ? 'is' : 'are'} read only beside calendars of the same schedule, and it has none, so the dates do not depend on ${isOne ? 'it' : 'them'}.`,
  p6: (fields: string) => `The rules of P6 do not read ${fields}.`,
  ms_project: (fields: string) => `The rules of Microsoft Project do not read ${fields}.`,
  from_finish: (fields: string) =>
    `${fields} alone moves no task: those that lie as late as they can need the constraint_type ALAP, and no task has it.`,
}
type Reason = keyof typeof REASONS

export function unreadOptions({ params, schedules }: AnalysisInput): Finding[] {
  const fields = new Map<Reason, string[]>()
  for (const [path, columns] of schedules) {
    const place = path.split('.').slice(0, -1)
    const container = memberAt(params, place) ?? {}
    for (const [reason, name] of unreadIn(container, columns)) {
      const list = fields.get(reason) ?? []
      fields.set(reason, list)
      list.push([...place, name].join('.'))
    }
  }
  if (fields.size === 0) return []
  const sentences = [...fields].map(([reason, names]) =>
    REASONS[reason](listed(names.slice(0, NAMED_MAX), names.length), names.length === 1),
  )
  const all = [...fields.values()].flat()
  return [
    {
      code: 'INPUT_OPTIONS_UNREAD',
      severity: 'medium',
      title: 'Scheduling options were not read',
      description: sentences.join(' '),
      task_ids: [],
      count: all.length,
      evidence: { fields: all },
    },
  ]
}

/** The default of each option, by its name. */
const DEFAULTS: Members = Object.fromEntries(
  Object.entries(SchedulingOptions.properties as Readonly<Record<string, object>>).map(([name, schema]) => [
    name,
    'default' in schema ? schema.default : undefined,
  ]),
)

function unreadIn(container: Members, columns: ScheduleColumns): (readonly [Reason, string])[] {
  const options = (container[OPTIONS] ?? {}) as Members
  const given = (members: Members, names: readonly string[]): string[] =>
    names.filter(name => members[name] !== undefined && members[name] !== null)
  const asked = (names: readonly string[]): string[] =>
    given(options, names).filter(name => options[name] !== DEFAULTS[name])
  const { calendars } = container as { readonly calendars?: readonly unknown[] | null }
  if ((calendars ?? []).length === 0) {
    const names = asked(Object.keys(options)).map(name => `${OPTIONS}.${name}`)
    return [...names, ...given(container, BESIDE_CALENDARS)].map(name => ['calendars', name])
  }
  const rules = options.rules === 'ms_project' ? 'ms_project' : 'p6'
  const unread = asked(UNREAD[rules]).map(name => [rules, `${OPTIONS}.${name}`] as const)
  const isFromFinish = options[FROM_FINISH] === true && !columns.constraintType.includes(ALAP)
  return isFromFinish ? [...unread, ['from_finish', `${OPTIONS}.${FROM_FINISH}`]] : unread
}
