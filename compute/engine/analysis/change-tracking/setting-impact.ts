/**
 * What changes of calendars and scheduling options did between two statuses: the tasks each reaches, the dates it moves and the days of the finish,
 * each taken back alone and all of them together on the later network (/docs/methods/change-tracking#calendars-and-options).
 */
import { type ListedCategory, SETTING_KINDS } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import { taskCalendars } from '../../clock/calendars.ts'
import { allTakenBack, canBeTakenBack, type TakenBack, takenBack, withOldSetting } from '../../compare/old-setting.ts'
import type { SettingChange } from '../../compare/setting-changes.ts'
import { type CpmResult, computeCpm } from '../../cpm/cpm.ts'
import { earlyDates, finishOf } from '../../cpm/forward.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { COMPLETE } from '../../population/progress.ts'
import { MATERIAL, MINOR } from './change-log.ts'
import type { Pair } from './pair.ts'
import { resourceChanges } from './resource-changes.ts'

/** Changes of the setting that are taken back one at a time, those that reach the most open tasks first. */
export const SETTINGS_TESTED_MAX = 20

export interface SettingImpact {
  readonly change: SettingChange
  /** Open tasks that it governs: those that work in the calendar, all of them where it is about the project. Of the later status, ascending. */
  readonly reached: Uint32Array
  /** Open tasks whose dates, float or criticality differ when it is taken back. */
  readonly movedCount: number
  /** Days that it moved the finish by; NaN = it was not taken back. */
  readonly days: number
  readonly disposition: number
}

export interface SettingImpacts {
  /** What moved the finish most first, then by kind and calendar. */
  readonly each: readonly SettingImpact[]
  readonly testedCount: number
  /** Tasks that work in another calendar than before. */
  readonly reassignedCount: number
  /** Days of the finish by all changes of calendars, and of the calendars of tasks, taken back at once; by all options; by all. NaN = none could be. */
  readonly calendarDays: number
  readonly optionDays: number
  readonly togetherDays: number
}

export const categoryOf = ({ kind }: SettingChange): ListedCategory =>
  kind === 'option' || kind === 'project_start' || kind === 'must_finish_by'
    ? 'options'
    : kind.startsWith('resource_')
      ? 'resource'
      : 'calendar'

/** It moves no early date, and says more of a contract than any that does: it stands first. */
const isRequiredFinish = ({ kind }: SettingChange): boolean => kind === 'must_finish_by'

export function settingImpacts(pair: Pair, checkpoint: (() => void) | undefined): SettingImpacts {
  const { after, setting, thresholds } = pair
  const { reassignedCount } = setting.difference
  const changes = [...setting.difference.changes, ...resourceChanges(pair.before.columns, after.columns)]
  if (changes.length + reassignedCount === 0)
    return { each: [], testedCount: 0, reassignedCount, calendarDays: 0, optionDays: 0, togetherDays: 0 }
  const { input } = after.prepared
  const open = openTasks(pair)
  const reachOf = reachIn(pair, open)
  const ranked = changes.map(change => ({ change, n: orderOf(pair, change), reached: reachOf(change) }))
  ranked.sort((a, b) => b.reached.length - a.reached.length || compare(a.n, b.n))
  let testedCount = 0
  const impacts = ranked.map(({ change, reached, n }) => {
    const isTested = canBeTakenBack(change) && testedCount < SETTINGS_TESTED_MAX
    if (!isTested) return { change, reached, n, movedCount: 0, days: Number.NaN, disposition: MINOR }
    testedCount++
    checkpoint?.()
    const old = computeCpm(withOldSetting(setting, input, takenBack(change)))
    const days = snap(after.result.projectFinish - old.projectFinish)
    const moved = open.filter(i => hasMoved(old, after.result, i))
    const isMaterial =
      Math.abs(days) > EPSILON_DAYS || (moved.length > 0 && isLarge(pair, change, thresholds.dateChangeDays))
    return {
      change,
      reached: change.kind === 'option' ? moved : reached,
      n,
      movedCount: moved.length,
      days,
      disposition: isMaterial ? MATERIAL : MINOR,
    }
  })
  const all = allTakenBack(setting)
  const of = (category: ListedCategory): SettingChange[] => changes.filter(change => categoryOf(change) === category)
  const size = (days: number): number => (Number.isNaN(days) ? -1 : Math.abs(days))
  return {
    each: impacts.sort(
      (a, b) =>
        Number(isRequiredFinish(b.change)) - Number(isRequiredFinish(a.change)) ||
        size(b.days) - size(a.days) ||
        compare(a.n, b.n),
    ),
    testedCount,
    reassignedCount,
    calendarDays: finishMovedBy(pair, { changes: of('calendar'), tasks: all.tasks }),
    optionDays: finishMovedBy(pair, { changes: of('options'), tasks: [] }),
    togetherDays: finishMovedBy(pair, all),
  }
}

/** Days that changes of the setting moved the finish by, taken back together. */
function finishMovedBy({ after, setting }: Pair, back: TakenBack): number {
  const { input } = after.prepared
  if (input.clock === undefined || setting.before.columns.setting === undefined) return Number.NaN
  const old = finishOf(withOldSetting(setting, input, back), earlyDates(after.columns.taskCount))
  return snap(after.result.projectFinish - old)
}

/** The open tasks that a change governs, from one pass over the tasks. */
function reachIn({ after: { columns } }: Pair, open: Uint32Array): (change: SettingChange) => Uint32Array {
  const { resources, setting } = columns
  const ofCalendar = new Map<number, number[]>()
  const ofResource = new Map<number, number[]>()
  const note = (map: Map<number, number[]>, key: number, i: number): void => {
    const known = map.get(key)
    if (known === undefined) map.set(key, [i])
    else known.push(i)
  }
  const calendars = setting === undefined ? undefined : taskCalendars(columns, setting)
  for (const i of open) {
    if (calendars !== undefined) note(ofCalendar, calendars[i], i)
    for (let n = resources.start[i]; n < resources.start[i + 1]; n++) note(ofResource, resources.codes[n], i)
  }
  const codes = new Map<string, number>()
  for (let code = 0; code + 1 < resources.values.offsets.length; code++) codes.set(textAt(resources.values, code), code)
  return ({ calendarAfter, kind, resource }) => {
    const code = resource === undefined ? undefined : (codes.get(resource.id) ?? codes.get(resource.name))
    if (resource !== undefined) return Uint32Array.from(code === undefined ? [] : (ofResource.get(code) ?? []))
    if (kind === 'calendar_removed') return new Uint32Array(0)
    return calendarAfter === NO_MATCH ? open : Uint32Array.from(ofCalendar.get(calendarAfter) ?? [])
  }
}

/** By kind, calendar and resource, so that the order in which a file lists calendars decides nothing. */
function orderOf(
  { before, after }: Pair,
  { kind, rule, resource, calendarAfter, calendarBefore }: SettingChange,
): string {
  const spec = after.columns.setting?.calendars[calendarAfter] ?? before.columns.setting?.calendars[calendarBefore]
  return JSON.stringify([SETTING_KINDS.indexOf(kind) + 10, spec?.name, spec?.id, rule, resource?.id])
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function openTasks({ after }: Pair): Uint32Array {
  const { takesPart, taskCount } = after.network
  const open: number[] = []
  for (let i = 0; i < taskCount; i++) if (takesPart[i] === 1 && after.prepared.input.state[i] !== COMPLETE) open.push(i)
  return Uint32Array.from(open)
}

const hasMoved = (old: CpmResult, now: CpmResult, i: number): boolean =>
  differs(old.earlyStart[i], now.earlyStart[i]) ||
  differs(old.earlyFinish[i], now.earlyFinish[i]) ||
  differs(old.totalFloat[i], now.totalFloat[i]) ||
  old.critical[i] !== now.critical[i]

const differs = (a: number, b: number): boolean => Math.abs(a - b) > EPSILON_DAYS

/** By the days of work it takes or brings; a rule of the whole schedule is never small. */
function isLarge({ after }: Pair, { kind, minutes, calendarAfter }: SettingChange, daysMin: number): boolean {
  if (Number.isNaN(minutes)) return true
  const perDay = after.columns.setting!.calendars[calendarAfter].minutesPerDay
  return Math.abs(minutes) / perDay >= daysMin || kind === 'work_week'
}
