/**
 * Random small networks with random calendars, as our columns and as the reference has them: nights, shifts, holidays, every kind of link and
 * lag, progress out of sequence, constraints, and how the two differ.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { DEFAULT_RULES, type SchedulingRules } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import type { ScheduleSetting } from '../../../../shared/contract/schedule/setting.ts'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { everyDay } from '../../../engine/calendar/calendar.ts'
import { type ClockInput, momentAt } from '../../../engine/clock/input.ts'
import { backwardByClock } from '../../../engine/cpm/clocked-passes.ts'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import { prepare } from '../../../engine/cpm/prepare.ts'
import { buildNetwork } from '../../../engine/graph/network.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { randomCalendar } from './random-calendar.ts'
import { type RefLink, type RefNetwork, type RefTask, referenceDates, referenceGaps } from './reference.ts'

const FIRST_DAY = 20_514

export function randomNetwork(rnd: Random): RefNetwork {
  const calendars = Array.from({ length: between(rnd, 1, 3) }, (_, n) =>
    randomCalendar(rnd, `C${n}`, FIRST_DAY - 20, FIRST_DAY + 40),
  )
  const dataDate = FIRST_DAY * 1440 + pick(rnd, [0, 480, 1020, 725])
  const moment = (from: number, to: number): number =>
    dataDate + between(rnd, from, to) * 1440 + pick(rnd, [0, 480, 500, 1020])
  const hasProgress = rnd() < 0.5
  const tasks = Array.from({ length: between(rnd, 2, 8) }, (): RefTask => {
    const kind = pick(rnd, ['task', 'task', 'task', 'task', 'start_milestone', 'finish_milestone'] as const)
    const duration = kind === 'task' ? between(rnd, 0, 4) * 240 + pick(rnd, [0, 0, 7]) : 0
    const progress = hasProgress ? rnd() : 1
    const actualStart = progress < 0.5 ? dataDate - between(rnd, 0, 6_000) : undefined
    const isComplete = progress < 0.25
    const constraint = rnd() < 0.3 ? pick(rnd, ['SNET', 'SNLT', 'FNET', 'FNLT', 'MSO', 'MFO', 'SO', 'FO']) : undefined
    const second = constraint !== undefined && rnd() < 0.3 ? pick(rnd, ['SNLT', 'FNLT', 'SNET', 'FNET']) : undefined
    const suspended = actualStart !== undefined && rnd() < 0.3 ? actualStart + between(rnd, 0, 2_000) : undefined
    return {
      calendar: between(rnd, 0, calendars.length - 1),
      kind,
      duration,
      remaining: isComplete ? 0 : actualStart === undefined ? duration : between(rnd, 0, duration),
      ...(actualStart === undefined ? {} : { actualStart }),
      ...(isComplete ? { actualFinish: between(rnd, actualStart!, dataDate) } : {}),
      ...(constraint === undefined ? {} : { constraint, constraintMoment: moment(-3, 8) }),
      ...(second === undefined ? {} : { second, secondMoment: moment(-3, 8) }),
      ...(suspended === undefined
        ? {}
        : { suspend: suspended, ...(rnd() < 0.7 ? { resume: suspended + between(rnd, 0, 4_000) } : {}) }),
      ...(kind === 'task' && rnd() < 0.1 ? { expectedFinish: moment(-1, 6) } : {}),
      ...(rnd() < 0.05 ? { externalEarlyStart: moment(-2, 6) } : {}),
      ...(rnd() < 0.05 ? { externalLateFinish: moment(-2, 6) } : {}),
    }
  })
  const links: RefLink[] = []
  for (let to = 1; to < tasks.length; to++) {
    for (let from = 0; from < to; from++) {
      if (rnd() < 0.6) continue
      const type = pick(rnd, ['FS', 'FS', 'SS', 'FF', 'SF'] as const)
      links.push({ from, to, type, lag: pick(rnd, [0, 0, 0, 240, 480, 7, 2_000, -240, -700]), elapsed: rnd() < 0.1 })
    }
  }
  return {
    calendars,
    tasks,
    links,
    dataDate,
    ...(rnd() < 0.2 ? { projectStart: moment(-3, 3) } : {}),
    ...(rnd() < 0.2 ? { mustFinish: moment(-2, 20) } : {}),
    lagCalendar: pick(rnd, ['predecessor', 'successor', 'project', '24_hour'] as const),
    isOverride: rnd() < 0.2,
    floatAs: pick(rnd, ['start', 'finish', 'smallest'] as const),
    usesExpectedFinish: rnd() < 0.7,
    openEndsCritical: rnd() < 0.2,
  }
}

/** The network as a request would bring it; with `rules` the same by those of Microsoft Project. */
export function columnsOf(net: RefNetwork, rules: SchedulingRules['rules'] = 'p6'): ScheduleColumns {
  const text = (moment: number | undefined): string | null => (moment === undefined ? null : formatMoment(moment))
  const objects = net.tasks.map((task, i): TaskObject => {
    const { minutesPerDay } = net.calendars[task.calendar]!
    return {
      id: `T${i}`,
      task_type: task.kind,
      calendar_id: `C${task.calendar}`,
      duration_days: task.duration / minutesPerDay,
      remaining_duration_days: task.remaining / minutesPerDay,
      actual_start: text(task.actualStart),
      actual_finish: text(task.actualFinish),
      constraint_type: task.constraint ?? null,
      constraint_date: text(task.constraintMoment),
      secondary_constraint_type: task.second ?? null,
      secondary_constraint_date: text(task.secondMoment),
      expected_finish: text(task.expectedFinish),
      suspend_date: text(task.suspend),
      resume_date: text(task.resume),
      external_early_start: text(task.externalEarlyStart),
      external_late_finish: text(task.externalLateFinish),
      predecessors: net.links
        .filter(({ to }) => to === i)
        .map(({ from, type, lag, elapsed }) => ({
          task_id: `T${from}`,
          type,
          lag_days: lag / (elapsed ? 1440 : net.calendars[net.tasks[from]!.calendar]!.minutesPerDay),
        })),
    }
  })
  const columns = columnsFromTasks(objects)
  const ordered = net.tasks.flatMap((_, i) => net.links.filter(({ to }) => to === i))
  const setting: ScheduleSetting = {
    calendars: net.calendars,
    defaultCalendar: 0,
    dataDate: net.dataDate,
    projectStart: net.projectStart ?? Number.NaN,
    mustFinishBy: net.mustFinish ?? Number.NaN,
    rules: {
      ...DEFAULT_RULES,
      rules,
      progress: net.isOverride ? 'progress_override' : 'retained_logic',
      lagCalendar: net.lagCalendar,
      totalFloatAs: net.floatAs,
      useExpectedFinish: net.usesExpectedFinish,
      openEndsCritical: net.openEndsCritical === true,
    },
  }
  return { ...columns, setting, elapsedLags: Uint8Array.from(ordered, ({ elapsed }) => (elapsed ? 1 : 0)) }
}

/** A schedule by P6's rules, with dates, links and progress of every kind. */
export const randomSchedule = (rnd: Random): ScheduleColumns => columnsOf(randomNetwork(rnd))

export function computedOf(columns: ScheduleColumns) {
  const network = buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!)
  const { input } = prepare(columns, network, { calendar: everyDay(), statusDay: DAY_ABSENT })
  return { input, result: computeCpm(input) }
}

/** The first difference in words, undefined = none. */
export function differenceOf(net: RefNetwork): string | undefined {
  const { input: prepared, result } = computedOf(columnsOf(net))
  const input = prepared as typeof prepared & { readonly clock: ClockInput }
  const expected = referenceDates(net)
  for (const [i, ref] of expected.entries()) {
    const minutesPerDay = net.calendars[net.tasks[i]!.calendar]!.minutesPerDay
    const figures = [
      ['start', momentAt(input.clock, result.early.start[i]!), ref.start],
      ['finish', momentAt(input.clock, result.early.finish[i]!), ref.finish],
      ['late start', momentAt(input.clock, result.lateStart[i]!), ref.lateStart ?? Number.NaN],
      ['late finish', momentAt(input.clock, result.lateFinish[i]!), ref.lateFinish ?? Number.NaN],
      ['total float', Math.round(result.totalFloat[i]! * minutesPerDay), ref.totalFloat ?? Number.NaN],
      ['free float', Math.round(result.freeFloat[i]! * minutesPerDay), ref.freeFloat ?? Number.NaN],
    ] as const
    for (const [name, got, want] of figures) {
      if (!Object.is(got + 0, want + 0)) return `T${i} ${name}: ${got} instead of ${want}`
    }
  }
  // late dates computed alone, as trials do, are those of the whole
  const late = backwardByClock(input, result.early, result.projectFinish)
  for (const name of ['lateStart', 'lateFinish', 'totalFloat'] as const)
    for (const [i, value] of late[name].entries())
      if (!Object.is(value + 0, result[name][i]! + 0))
        return `T${i} ${name} alone: ${value} instead of ${result[name][i]}`
  const { linkFloat } = result
  for (const [k, gap] of bySuccessor(net, referenceGaps(net)).entries())
    if (gap !== undefined && Math.round(linkFloat[k]! * 1440) !== gap)
      return `link ${k}: ${linkFloat[k]! * 1440} instead of ${gap}`
  return undefined
}

/** Figures of links in the order of the columns. */
const bySuccessor = <T>(net: RefNetwork, figures: readonly T[]): T[] =>
  net.tasks.flatMap((_, i) => figures.filter((_, k) => net.links[k]!.to === i))

/** How many of `count` networks differ, and the first of them in words. */
export function differencesOf(
  seed: number,
  count: number,
): { readonly differing: number; readonly examples: readonly string[] } {
  const rnd = random(seed)
  const examples: string[] = []
  let differing = 0
  for (let n = 0; n < count; n++) {
    const net = randomNetwork(rnd)
    const difference = differenceOf(net)
    if (difference !== undefined && differing++ < 3) examples.push(`network ${n}: ${difference} ${JSON.stringify(net)}`)
  }
  return { differing, examples }
}
