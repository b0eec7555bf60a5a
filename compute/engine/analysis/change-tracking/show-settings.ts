/** Changes of calendars and options as they stand in the result, and as a sentence calls them. */
import { DISPOSITIONS } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import type { TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import type { SettingChange } from '../../compare/setting-changes.ts'
import { describeChange, SETTING_TITLES } from '../../compare/setting-words.ts'
import { FINDING_TASKS_MAX, References, type ResultValue } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import type { Pair } from './pair.ts'
import { categoryOf, SETTINGS_TESTED_MAX, type SettingImpact, type SettingImpacts } from './setting-impact.ts'

const days = (value: number): number | null => (Number.isNaN(value) ? null : roundHalfAway(value, OFFSET_DECIMALS))

const toldBy = ({ before, after }: Pair, change: SettingChange) =>
  describeChange(change, before.columns.setting, after.columns.setting)

/** "days off removed (Site): 2026-04-06 (1 day)", "scheduling option changed (progress): retained logic to progress override" */
export function settingText(pair: Pair, change: SettingChange): string {
  const { subject, before, after } = toldBy(pair, change)
  const title = SETTING_TITLES[change.kind]
  const what = subject === null ? title : `${title} (${subject})`
  if (before === null || after === null) return `${what}: ${before ?? after ?? 'none'}`
  return `${what}: ${before} to ${after}`
}

/** What they did together, and what was left untested. */
export const showSettingSums = ({ each, testedCount, reassignedCount, ...sums }: SettingImpacts): ResultValue => ({
  changes: each.length,
  changes_tested: testedCount,
  changes_tested_max: SETTINGS_TESTED_MAX,
  tasks_reassigned: reassignedCount,
  calendar_days: days(sums.calendarDays),
  option_days: days(sums.optionDays),
  together_days: days(sums.togetherDays),
})

interface SettingOptions {
  /** Indices of both statuses. */
  readonly from: number
  readonly to: number
  readonly ids: TextColumn
}

export const showSettingChanges = (pair: Pair, { each }: SettingImpacts, options: SettingOptions): ResultValue[] =>
  each.map(impact => showSettingChange(pair, impact, options))

function showSettingChange(pair: Pair, impact: SettingImpact, { from, to, ids }: SettingOptions): ResultValue {
  const { change, reached, movedCount, disposition } = impact
  const { subject, before, after } = toldBy(pair, change)
  return {
    from_date: formatDay(pair.before.day),
    to_date: formatDay(pair.after.day),
    from_status: from,
    to_status: to,
    category: categoryOf(change),
    kind: change.kind,
    subject,
    before,
    after,
    days_changed: change.dayCount,
    days_changed_in_past: change.pastDayCount,
    working_hours_difference: Number.isNaN(change.minutes) ? null : roundHalfAway(change.minutes / 60, 2),
    tasks_reached: reached.length,
    task_ids: new References(
      reached.slice(0, FINDING_TASKS_MAX).map(i => pair.afterIds[i]),
      ids,
    ),
    tasks_moved: movedCount,
    impact_days: days(impact.days),
    disposition: DISPOSITIONS[disposition],
  }
}
