/** The delays of a series that has logic: every schedule by the critical-path method, and the windows between them. */
import { DAY_ABSENT } from '../../../shared/schedule/columns.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { showDataDate } from '../../cpm/data-date.ts'
import { computeDates } from '../../cpm/dates.ts'
import { durationFindings } from '../../health/input-findings.ts'
import { dateOrNull } from '../../options.ts'
import type { ResultValue } from '../../result.ts'
import type { FoundIn } from '../input-findings.ts'
import type { SeriesItem } from '../series.ts'
import type { DelayOutcome } from './outcome.ts'
import { roundDays, showWindow } from './show.ts'
import { PROJECT, type Status, statusOf } from './status.ts'
import { type DelayTotals, totalsOf } from './totals.ts'
import { type DelayRules, type Window, windowBetween } from './windows.ts'

export interface NetworkItem {
  readonly item: SeriesItem
  /** Topological order over all links. */
  readonly order: Uint32Array
  /** Task whose finish is followed, or PROJECT. */
  readonly followed: number
}

export function networkDelays(
  items: readonly NetworkItem[],
  shared: { readonly calendar: Calendar; readonly anchorDay: number },
  rules: DelayRules,
  checkpoint: () => void,
): DelayOutcome {
  const statuses: ResultValue[] = []
  const windows: ResultValue[] = []
  const totals: DelayTotals[] = []
  const found: FoundIn[] = []
  const counts = { unattributed: 0, concurrentWindows: 0, pacing: 0, scopeWithLogic: 0 }
  let first: Status | undefined
  let earlier: Status | undefined
  // one window at a time: its arrays are let go before the next
  for (const { item, order, followed } of items) {
    const later = statusOf(item, order, followed, shared)
    checkpoint()
    statuses.push(showStatus(later))
    found.push({
      place: item.place,
      findings: durationFindings(item.columns, { missing: later.prepared.durationMissing }),
    })
    if (earlier !== undefined) {
      const window = windowBetween(earlier, later, rules)
      checkpoint()
      const own = totalsOf(window)
      totals.push(own)
      windows.push(showWindow(window, own))
      counts.unattributed += unattributedCount(window)
      counts.concurrentWindows += window.concurrent.length > 0 ? 1 : 0
      counts.pacing += window.offPath.pacingCount
      counts.scopeWithLogic += window.half?.revisions.scopeWithLogic === true ? 1 : 0
    }
    first ??= later
    earlier = later
  }
  return {
    mode: 'network',
    statuses,
    windows,
    totals,
    totalDelayDays: earlier!.finish - first!.finish,
    unexplainedDays: 0,
    found,
    counts: { ...counts, unlinked: 0, undated: 0 },
  }
}

function showStatus({ place, columns, prepared, result, followed, finish }: Status): ResultValue {
  const dates = computeDates(columns, prepared, result)
  const finishDay = followed === PROJECT ? dates.projectFinish : dates.earlyFinish[followed]
  return {
    schedule: place,
    data_date: showDataDate(prepared).date,
    finish: roundDays(finish),
    finish_date: dateOrNull(finishDay ?? DAY_ABSENT),
    task_count: columns.taskCount,
    network_task_count: prepared.input.network.order.length,
  }
}

function unattributedCount({ attribution, category }: Window): number {
  const { path, shares } = attribution
  return path.filter((i, n) => category[i] === 0 && shares.shareDays[n] > EPSILON_DAYS).length
}
