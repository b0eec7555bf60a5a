/**
 * Which days each figure of a brief answer counts: an answer without its unit is no answer, and one unit for all figures would be wrong where the tasks have calendars of their
 * own. Floats count days of the calendar of their task; what is a difference of two dates (a movement, a drag, the length of the project) counts what the dates count.
 */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import type { AnalysisResult } from '../../engine/result/result.ts'
import type { Plain, PlainMap } from '../../engine/summary/plain.ts'
import { dayBasis, offsetBasis } from '../../engine/wording/days.ts'

type Mode = Parameters<typeof dayBasis>[0]

/**
 * own: of the calendar of the task; project: of the calendar of the project; offset: between two dates of the computed schedule; calendar: days on the wall, whatever the
 * calendar; resource: days of one unit of a resource.
 */
const KINDS = ['own', 'project', 'offset', 'calendar', 'resource'] as const
type DayKind = (typeof KINDS)[number]

/** The days that figures of an analysis count, and those of members that count others, by name, the members around them in front where names repeat. */
interface Days {
  readonly all: DayKind
  readonly others?: Readonly<Record<string, DayKind>>
}

const FLOATS = { total_float_days: 'own', free_float_days: 'own', duration_days: 'own' } as const

const DAYS_OF: Readonly<Partial<Record<AnalysisId, Days>>> = {
  'health.dcma-14-point': { all: 'own' },
  'analysis.cpm': { all: 'offset', others: { ...FLOATS, difference_days: 'own' } },
  'forensics.time-impact': { all: 'project', others: { ...FLOATS, used_days: 'own', total_float_before: 'own' } },
  'forensics.collapsed-as-built': {
    all: 'project',
    others: { ...FLOATS, extracted_days: 'own', wait_days: 'own', lag_days: 'own' },
  },
  'forensics.history': { all: 'project', others: { ...FLOATS, float_lost_days: 'own' } },
  'analysis.levelling': { all: 'own', others: { moves_working_days: 'project', distance_working_days: 'project' } },
  'analysis.what-if': { all: 'project', others: { ...FLOATS, moves_calendar_days: 'calendar' } },
  'analysis.resources': { all: 'project', others: { ...FLOATS, excess_days: 'resource', demand_days: 'resource' } },
  'forensics.delay-analysis': { all: 'offset' },
  'forensics.change-tracking': { all: 'offset' },
  'forensics.baseline-compare': {
    all: 'project',
    others: { threshold_days: 'calendar', finish_variance_days: 'calendar' },
  },
  'forensics.as-planned-vs-as-built': { all: 'project' },
}

/** Figures in days whose name does not say so. */
const DAYS_BY_ANOTHER_NAME: readonly string[] = [
  'schedule_variance',
  'estimate_at_completion',
  'progress_override_finish',
]
/** Maps whose members are all days, but for those whose names say calendar days: by party, by cause, by what they entitle to. */
const MAPS_OF_DAYS = /^(by_category|revision|entitlement)$/

const kindOf = (rowId: AnalysisId, place: readonly string[]): DayKind => {
  const name = place.at(-1)!
  const { all, others = {} } = DAYS_OF[rowId] ?? { all: 'own' }
  return others[name] ?? all
}

const isOfDays = (name: string): boolean => /(^|_)days$/.test(name) || DAYS_BY_ANOTHER_NAME.includes(name)

/** Leaves zeros out of maps of days, and says of a map that has nothing else that it is empty: a list of zeros tells as much in more words. */
export function withoutZeros(value: Plain, name = ''): Plain {
  if (Array.isArray(value)) return value.map(item => withoutZeros(item, name))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  if (!MAPS_OF_DAYS.test(name))
    return Object.fromEntries(members.map(([key, inner]) => [key, withoutZeros(inner, key)]))
  const said = members.filter(([, days]) => days !== 0)
  return said.some(([, days]) => typeof days === 'number') ? Object.fromEntries(said) : ALL_ZERO
}

/** In the place of a map of days that are all 0. */
export const ALL_ZERO = 'all 0'

/** Names of the figures in days, each with what it counts; a map of days is one figure, and a name that says calendar days needs no unit. */
export function dayFiguresIn(rowId: AnalysisId, data: PlainMap): ReadonlyMap<string, DayKind> {
  const found = new Map<string, DayKind>()
  const visit = (value: Plain, place: readonly string[]): void => {
    const name = place.at(-1) ?? ''
    if (name.endsWith('calendar_days')) return
    if (typeof value === 'number' && isOfDays(name)) found.set(name, kindOf(rowId, place))
    else if (Array.isArray(value)) for (const item of value) visit(item, place)
    else if (typeof value === 'object' && value !== null) {
      if (MAPS_OF_DAYS.test(name)) found.set(name, kindOf(rowId, place))
      else for (const [member, inner] of Object.entries(value)) visit(inner, [...place, member])
    }
  }
  visit(data, [])
  return found
}

function unitText(kind: DayKind, mode: Mode): string {
  const own = mode === 'task_calendars' ? " of each task's calendar" : ''
  switch (kind) {
    case 'own':
      return `${dayBasis(mode)} days${own}`
    case 'project':
      return `${dayBasis(mode)} days${own === '' ? '' : ' of the project calendar'}`
    case 'offset':
      return `${offsetBasis(mode)} days`
    case 'calendar':
      return 'calendar days'
    case 'resource':
      return 'days of one unit of the resource'
  }
}

/** By unit the figures that have it; one text where all have the same. undefined: no figure is in days, or the result names no calendar. */
export function unitsOf(rowId: AnalysisId, result: AnalysisResult['data'], shown: PlainMap): Plain | undefined {
  const { calendar } = result
  const mode = (calendar as { readonly mode?: Mode } | null | undefined)?.mode
  const figures = dayFiguresIn(rowId, shown)
  if (mode === undefined || figures.size === 0) return undefined
  const named = new Map<string, string[]>()
  for (const [name, kind] of figures) {
    const unit = unitText(kind, mode)
    named.set(unit, [...(named.get(unit) ?? []), name])
  }
  const [first, ...others] = named.keys()
  if (others.length === 0) return `days are ${first}`
  return Object.fromEntries([...named].map(([unit, names]) => [unit, names.join(', ')]))
}
