/** Values of a task that come from its network: dates, durations and floats, and the links around it. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../../../shared/contract/schedule/fields.ts'
import { hasColumn } from '../../../../../shared/contract/schedule/present-columns.ts'
import { shownDay } from '../../../calendar/best-dates.ts'
import { momentIn } from '../../../clock/calendars.ts'
import { calendarOf, isByClock } from '../../../clock/input.ts'
import type { CpmInput } from '../../../cpm/input.ts'
import { isOnDrivingPath } from '../../../deliverables/facts.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { actualDurationsBy } from '../../../population/durations.ts'
import { heldEnds } from '../../../population/live-links.ts'
import { openEndsOf } from '../../../population/open-ends.ts'
import { COMPLETE, isOutOfState } from '../../../population/progress.ts'
import { type At, CYCLE, type Field, isDay, noneWithout, ofDay, ofFlag, ofNumber } from './field.ts'
import { CodedTexts } from './mapping.ts'
import { computedDates, dayAt, type Measured, Missing } from './measured.ts'

const DATES = {
  early_start: 'earlyStart',
  early_finish: 'earlyFinish',
  late_start: 'lateStart',
  late_finish: 'lateFinish',
} as const

/** As files for authorities have them: of begun and finished work as it is shown, else as it was sent, else computed. */
const networkDays = Object.entries(DATES).map(([name, column]) =>
  ofDay(
    name,
    `${name.replace('_', ' ')}: ${name === 'early_start' ? 'of work that has begun' : 'of finished work'} the actual ${name.slice(name.indexOf('_') + 1)}, else of the file, else computed`,
    of => {
      const { columns, tasks } = of
      const dates = computedDates(of)
      if (dates === undefined && !hasColumn(columns, column)) return CYCLE
      return i => {
        const shown = shownDay(columns, column, tasks.state[i], i)
        return dayAt(shown === DAY_ABSENT && dates !== undefined ? dates[column][i] : shown)
      }
    },
    { instead: ', or a date from which it is computed' },
  ),
)

/** Early starts that say when work was to start: from the status date on, a file has where the rest of begun work starts. */
const wasToStart = ofDay(
  'early_start_before_status',
  'early start as it was sent, where it lies before the status date',
  ({ columns: { earlyStart }, statusDay }) =>
    i =>
      isDay(statusDay) && earlyStart[i] >= statusDay ? Number.NaN : dayAt(earlyStart[i]),
  { name: 'early_start before the status date' },
)

const computed: readonly Field[] = [
  wasToStart,
  ofNumber(
    'duration_days',
    'duration in days of the calendar; none where it is unknown',
    ({ durations }) =>
      i =>
        durations.missing[i] === 1 ? Number.NaN : durations.days[i],
  ),
  ofNumber(
    'actual_duration_days',
    'days of the calendar of the task from the actual start to the actual finish, or to the data date, as DS04 of PARS has them; 0 of a milestone',
    ({ columns, choice, dataMoment }) => actualDurationsBy(columns, choice.calendar, dataMoment),
    { name: 'actual_start' },
  ),
  ofNumber(
    'actual_and_remaining_days',
    'actual and remaining duration in days; nothing remains of a complete task that does not say so',
    of => {
      const actual = byName('actual_duration_days').make(of) as At<number>
      const { columns, tasks } = of
      return i => {
        const left = columns.remainingDurationDays[i]
        return actual(i) + (Number.isNaN(left) && tasks.state[i] === COMPLETE ? 0 : left)
      }
    },
    { name: 'actual_start with remaining_duration_days' },
  ),
  ofNumber(
    'fraction_of_day',
    'what the duration has beyond whole days',
    ({ durations }) =>
      i =>
        durations.days[i] % 1,
  ),
  ofFlag(
    'is_remaining_by_percent',
    'remaining_duration_days is what the percent leaves of the duration',
    ({ columns, durations }) =>
      i => {
        const left = (durations.days[i] * (100 - columns.percentComplete[i])) / 100
        return Math.abs(columns.remainingDurationDays[i] - left) < 1e-6
      },
    noneWithout('remainingDurationDays'),
  ),
  ofFlag('is_retained_logic', 'the schedule is computed with retained logic; 1 task stands for it', ({ columns }) =>
    columns.setting === undefined
      ? new Missing('scheduling_options of the file')
      : i => i === 0 && columns.setting!.rules.progress === 'retained_logic',
  ),
  ofFlag('is_date_changed', 'recalculation gives another early finish than the file has, work between them', of => {
    if (!hasColumn(of.columns, 'earlyFinish')) return new Missing('early dates of the file')
    const dates = computedDates(of)
    const { earlyFinish } = of.columns
    if (dates === undefined) return CYCLE
    const { cpm } = of.network
    return i =>
      isDay(earlyFinish[i]) &&
      earlyFinish[i] !== dates.earlyFinish[i] &&
      !isSameFinish(of, cpm!.prepared.input, i, dates.moments?.earlyFinish[i] ?? Number.NaN)
  }),
  ofNumber('early_span_days', 'calendar days from early start to early finish, not inclusive', of => spanOf(of), {
    name: 'early dates',
  }),
  ofNumber(
    'span_deviation',
    'how far early_span_days is from duration_days as it was sent, as a part of that; none where that is 0 or missing',
    of => {
      const span = spanOf(of)
      if (span instanceof Missing) return span
      return i => {
        const days = of.columns.durationDays[i]
        return days === 0 ? Number.NaN : Math.abs(span(i) - days) / Math.abs(days)
      }
    },
    { name: 'duration_days with early dates' },
  ),
  ofFlag('is_calendar_known', 'calendar_id is the id of a calendar, or absent: that of the schedule', ({ columns }) => {
    const { setting } = columns
    if (setting === undefined) return new Missing('calendars')
    const known = new Set(setting.calendars.map(({ id }) => id))
    const texts = new CodedTexts(columns.calendarId)
    return i => texts.at(i) === '' || known.has(texts.at(i))
  }),
  ofNumber(
    'total_float_days',
    'total float in days: of the file, else computed; none of finished work',
    ({ floats, tasks }) =>
      i =>
        tasks.state[i] === COMPLETE ? Number.NaN : floats.days[i],
  ),
  ofNumber(
    'free_float_days',
    'free float in days: of the file, else computed; none of finished work',
    ({ columns, network: { cpm }, tasks }) => {
      const { freeFloatDays } = columns
      const computed = cpm?.result.freeFloat
      if (computed === undefined && !hasColumn(columns, 'freeFloatDays')) return CYCLE
      return i => {
        if (tasks.state[i] === COMPLETE) return Number.NaN
        return Number.isNaN(freeFloatDays[i]) && computed !== undefined ? computed[i] : freeFloatDays[i]
      }
    },
  ),
  ofFlag(
    'is_on_driving_path',
    'on the longest path, a chain of driving links to the finish: as the file says it, else computed',
    ({ columns, network: { cpm } }) => (cpm === undefined ? CYCLE : i => isOnDrivingPath(columns, cpm.result, i)),
  ),
  ofFlag('is_critical', 'critical', ({ network: { cpm } }) =>
    cpm === undefined ? CYCLE : i => cpm.result.critical[i] === 1,
  ),
]

/** The end of a day and the begin of the next are one finish where tasks have calendars: no time of work lies between. */
function isSameFinish({ columns }: Measured, input: CpmInput, i: number, computed: number): boolean {
  if (!isByClock(input) || Number.isNaN(computed)) return false
  const own = momentIn(columns, 'earlyFinish', i, 'finish')
  const calendar = calendarOf(input.clock, i)
  return calendar.workBetween(Math.min(own, computed), Math.max(own, computed)) === 0
}

const byName = (name: string): Field => [...networkDays, ...computed].find(field => field.name === name)!

function spanOf(of: Measured): At<number> | Missing {
  const start = byName('early_start').make(of)
  const finish = byName('early_finish').make(of)
  if (start instanceof Missing) return start
  return i => (finish as At<number>)(i) - (start as At<number>)(i)
}

/** Links into each task, by what they are. */
function countLinks(columns: ScheduleColumns, test: (k: number, s: number) => boolean): Uint32Array {
  const counts = zeros(Uint32Array, columns.taskCount)
  for (let s = 0; s < columns.taskCount; s++)
    for (let k = columns.links.start[s]; k < columns.links.start[s + 1]; k++) if (test(k, s)) counts[s]++
  return counts
}
const BY_LINKS = noneWithout('links')
const linkCount = (
  name: string,
  about: string,
  test: (columns: ScheduleColumns, k: number, s: number, of: Measured) => boolean,
): Field =>
  ofNumber(
    name,
    about,
    of => {
      const counts = countLinks(of.columns, (k, s) => test(of.columns, k, s, of))
      return i => counts[i]
    },
    BY_LINKS,
  )

const logic: readonly Field[] = [
  ofNumber(
    'predecessor_count',
    'links into the task',
    ({ columns: { links } }) =>
      i =>
        links.start[i + 1] - links.start[i],
    BY_LINKS,
  ),
  ofNumber(
    'successor_count',
    'links out of the task',
    ({ columns }) => {
      const counts = zeros(Uint32Array, columns.taskCount)
      for (const p of columns.links.task) if (p >= 0) counts[p]++
      return i => counts[i]
    },
    BY_LINKS,
  ),
  linkCount('lag_count', 'links into the task with a positive lag', ({ links }, k) => links.lagDays[k] > 0),
  linkCount('lead_count', 'links into the task with a negative lag', ({ links }, k) => links.lagDays[k] < 0),
  ...RELATION_TYPES.map((type, code) =>
    linkCount(`${type.toLowerCase()}_count`, `${type} links into the task`, ({ links }, k) => links.type[k] === code),
  ),
  linkCount(
    'broken_link_count',
    'links into the task that its progress has broken: it went ahead of a predecessor',
    ({ links }, k, s, { tasks: { state } }) =>
      links.task[k] >= 0 && isOutOfState(links.type[k], state[s], state[links.task[k]]),
  ),
  ofFlag('has_open_start', 'no predecessor; the start of the project is exempt', of => {
    const { start } = openEndsOf(everyone(of), of.network.live, of.network.terminals)
    return i => start[i] === 1
  }),
  ofFlag('has_open_finish', 'no successor; the finish of the project is exempt', of => {
    const { finish } = openEndsOf(everyone(of), of.network.live, of.network.terminals)
    return i => finish[i] === 1
  }),
  ofFlag(
    'has_free_start',
    'no FS or SS link leads into it; the start of the project is exempt',
    ({ columns, network }) => {
      const { start } = heldEnds(columns.links, network.live)
      return i => start[i] === 0 && i !== network.terminals.exemptStart
    },
  ),
  ofFlag(
    'has_free_finish',
    'no FS or FF link leads out of it; the finish of the project is exempt',
    ({ columns, network }) => {
      const { finish } = heldEnds(columns.links, network.live)
      return i => finish[i] === 0 && i !== network.terminals.exemptFinish
    },
  ),
]

const everyone = ({ columns }: Measured): Uint8Array => zeros(Uint8Array, columns.taskCount).fill(1)

export const NETWORK_FIELDS: readonly Field[] = [...computed, ...networkDays, ...logic]
