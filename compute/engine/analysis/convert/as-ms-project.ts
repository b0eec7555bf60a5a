/**
 * A schedule by P6's rules as Microsoft Project computes the same early dates (clock/ms-project/README.md). Each task is looked at with its
 * predecessors where they lie: what its links, constraints and progress would make of it there, and what has to be written where that is another date.
 */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { momentIn } from '../../clock/calendars.ts'
import { lagCalendar, lagMinutes, momentAt } from '../../clock/input.ts'
import { P6Plan } from '../../clock/p6/plan.ts'
import {
  ALAP,
  ASAP,
  FNET,
  FO,
  isFinishType,
  isPin,
  MFO,
  MSO,
  NO_CONSTRAINT,
  SNET,
  SO,
} from '../../kind/constraint-types.ts'
import { isLoe } from '../../kind/participation.ts'
import { lagAhead } from '../../passes/p6-lags.ts'
import { fromFinish, SS, toStart } from '../../passes/relation.ts'
import { type CarriedDates, constraintText, daysText, momentText } from './carried-dates.ts'
import type { ConversionWarnings } from './conversion-warnings.ts'
import { EditedColumns } from './edited-columns.ts'

const MANUAL = 2

export function asMsProject(dates: CarriedDates, warnings: ConversionWarnings): ScheduleColumns {
  const carrier = new Carrier(dates, warnings)
  carrier.carry()
  return carrier.edits.columns()
}

class Carrier {
  readonly edits: EditedColumns
  readonly #dates: CarriedDates
  readonly #warnings: ConversionWarnings
  readonly #openCount: number
  readonly #loeCount: number
  /** Before which Microsoft Project starts nothing without a constraint. */
  readonly #projectStart: number

  constructor(dates: CarriedDates, warnings: ConversionWarnings) {
    this.#dates = dates
    this.#warnings = warnings
    this.edits = new EditedColumns(dates.columns)
    const { projectStart } = dates.clock
    this.#projectStart = Number.isNaN(projectStart) ? dates.projectStart : projectStart
    let openCount = 0
    let loeCount = 0
    for (let i = 0; i < dates.columns.taskCount; i++) {
      if (dates.isOpen(i)) openCount++
      if (isLoe(dates.columns.taskType[i])) loeCount++
    }
    this.#openCount = openCount
    this.#loeCount = loeCount
  }

  carry(): void {
    const dates = this.#dates
    const { columns, clock } = dates
    const { setting, taskType } = columns
    const rules = {
      ...setting!.rules,
      rules: 'ms_project',
      honorConstraints: true,
      respectLevelingDelay: false,
      scheduleFromFinish: false,
    } as const
    this.edits.setSetting({ projectStart: this.#projectStart, rules })
    const mustFinish = momentAt(clock, dates.input.mustFinish)
    if (!Number.isNaN(mustFinish)) this.#carryMustFinish(mustFinish)
    this.#dropIdleLinks()
    for (let i = 0; i < columns.taskCount; i++) {
      if (isLoe(taskType[i])) this.#carryLoe(i)
      if (!dates.isOpen(i)) continue
      const byLinks = this.#carryLinks(i)
      this.#carryDuration(i)
      if (dates.hasNotStarted(i)) this.#carryStart(i, byLinks)
      else this.#carryRest(i, byLinks)
      this.#limit(
        i,
        clock.rules.ignoreExternalDates ? Number.NaN : (clock.tasks.externalLateFinish?.[i] ?? Number.NaN),
        'external_late_finish',
      )
    }
  }

  /** Writes lags that Microsoft Project takes as P6 does. Returns where they let (what is left of) s start, -Infinity = anywhere. */
  #carryLinks(s: number): number {
    const dates = this.#dates
    const { columns, input } = dates
    const { links } = columns
    let live = input.network.start[s]
    let latest = Number.NEGATIVE_INFINITY
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (p < 0) continue
      if (input.network.takesPart[p] !== 1) continue
      const bound = this.#carryLink(s, k, live++)
      if (bound > latest) latest = bound
    }
    return latest
  }

  /** live: the link k of the schedule in the network. */
  #carryLink(s: number, k: number, live: number): number {
    const dates = this.#dates
    const { columns, input, clock } = dates
    const type = columns.links.type[k]
    const p = columns.links.task[k]
    // work that has started waits for no other start
    if (type === SS && dates.isInProgress(s)) return Number.NEGATIVE_INFINITY
    const isFromFinish = fromFinish(type)
    const offered = isFromFinish
      ? dates.isComplete(p)
        ? dates.actualFinish(p)
        : dates.earlyFinish[p]
      : dates.hasNotStarted(p)
        ? dates.earlyStart[p]
        : dates.actualStart(p)
    const calendar = dates.calendar(s)
    const given = lagMinutes(input, live)
    if (given === Number.NEGATIVE_INFINITY) return given
    const isElapsed = clock.rules.lagCalendar === '24_hour' || columns.elapsedLags[k] === 1
    let lag = given
    if (isElapsed && given !== 0) this.edits.setLag(k, given / MINUTES_PER_DAY, true)
    else if (given !== 0 && dates.isOpen(p) && (isFromFinish || dates.hasNotStarted(p))) {
      const as6 = lagCalendar(input, live, s).moved(offered, lagAhead(new P6Plan(input), live, p, s))
      lag = calendar.workBetween(offered, as6)
    }
    const moved = (minutes: number): number =>
      minutes === 0
        ? offered
        : isElapsed
          ? clock.calendars[clock.roundTheClock].moved(offered, minutes)
          : calendar.moved(offered, minutes)
    // it never holds a start later than P6 has it; work that has started waits for finishes, which progress override does not
    const limit = toStart(type) ? dates.restStart(s) : dates.earlyFinish[s]
    const isTooLate = (minutes: number): boolean => dates.isLater(s, moved(minutes), limit)
    if ((given !== 0 || dates.isInProgress(s)) && isTooLate(lag))
      lag = isElapsed ? limit - offered : calendar.workBetween(offered, limit)
    if (lag !== given) {
      const perDay = isElapsed ? MINUTES_PER_DAY : dates.calendar(p).minutesPerDay
      this.edits.setLag(k, lag / perDay, isElapsed)
      const own = dates.calendar(p).minutesPerDay
      this.#warnings.add('lag_rewritten', columns.links.task.length, s, () => ({
        member: `predecessors[${k - columns.links.start[s]}].lag_days`,
        before: daysText(given / own),
        after: daysText(lag / own),
      }))
    }
    const bound = moved(lag)
    return toStart(type) ? bound : calendar.startBefore(bound, dates.restMinutes(s))
  }

  /** An expected finish, and a remaining duration that is not the whole one before the start: Microsoft Project knows one duration then. */
  #carryDuration(i: number): void {
    const dates = this.#dates
    const { columns } = dates
    const { minutesPerDay } = dates.calendar(i)
    const rest = dates.restMinutes(i)
    const whole = dates.minutes(i, dates.durationDays[i])
    const isOther = rest !== dates.minutes(i, dates.input.remainingDays[i])
    if (isOther) this.edits.setNumber('remainingDurationDays', i, rest / minutesPerDay)
    const written = dates.hasNotStarted(i) ? rest : Math.max(rest, whole)
    if (isOther || written !== whole) {
      this.edits.setNumber('durationDays', i, written / minutesPerDay)
      this.#warnings.add('duration_rewritten', this.#openCount, i, () => ({
        member: isOther ? 'remaining_duration_days' : 'duration_days',
        before: daysText((isOther ? dates.input.remainingDays : dates.durationDays)[i]),
        after: daysText((isOther ? rest : written) / minutesPerDay),
      }))
    }
    // a span that is not the duration would be a split
    if (!dates.hasNotStarted(i) || rest === 0) return
    const start = momentIn(columns, 'forecastStart', i, 'start')
    const finish = momentIn(columns, 'forecastFinish', i, 'finish')
    if (dates.calendar(i).workBetween(start, finish) === rest) return
    this.edits.setMoment('forecastStart', i, dates.earlyStart[i])
    this.edits.setMoment('forecastFinish', i, dates.earlyFinish[i])
  }

  #carryStart(i: number, byLinks: number): void {
    const dates = this.#dates
    const { clock, input } = dates
    const code = input.constraint[i]
    const moment = code === NO_CONSTRAINT || code === ALAP ? Number.NaN : momentAt(clock, input.constraintOffset[i])
    this.#carrySecond(i)
    if (code === ALAP) {
      if (!dates.isAlapKept) this.#holdAlap(i)
      return
    }
    const start = dates.earlyStart[i]
    const kept = this.#startUnder(i, code, moment, byLinks)
    if (dates.isSame(i, kept, start)) {
      if (code === SO || code === FO) this.#rewritten(i, code, moment, code === SO ? MSO : MFO, moment)
      return
    }
    // before its links let it, as a link sets it, or held there
    const isFree = !dates.isLater(i, start, Math.max(byLinks, this.#projectStart))
    const type = dates.isLater(i, byLinks, start) ? MSO : isFree ? NO_CONSTRAINT : SNET
    this.edits.setCode('constraintType', i, type)
    this.edits.setMoment('constraintDate', i, type === NO_CONSTRAINT ? Number.NaN : start)
    const isNotBefore = code === NO_CONSTRAINT || code === SNET || code === FNET
    if (!isNotBefore || type === MSO) {
      this.#rewritten(i, code, moment, type, start)
      this.#limit(i, this.#lateLimit(i, code, moment), 'constraint_date')
      return
    }
    const isByDataDate = dates.isSame(i, start, Math.max(dates.dataDate, this.#projectStart))
    this.#held(isByDataDate ? 'held_by_data_date' : 'held_by_constraint', i, code, moment, start)
  }

  #holdAlap(i: number): void {
    const start = this.#dates.earlyStart[i]
    this.edits.setCode('constraintType', i, SNET)
    this.edits.setMoment('constraintDate', i, start)
    this.#rewritten(i, ALAP, Number.NaN, SNET, start)
  }

  /** Where Microsoft Project starts i with this constraint. */
  #startUnder(i: number, code: number, moment: number, byLinks: number): number {
    const calendar = this.#dates.calendar(i)
    const earliest = Math.max(byLinks, this.#projectStart)
    const wanted = isFinishType(code) ? calendar.startBefore(moment, this.#dates.restMinutes(i)) : moment
    if (code === NO_CONSTRAINT) return earliest
    if (code === SNET || code === FNET) return Math.max(byLinks, wanted)
    return isPin(code) || code === SO || code === FO ? wanted : Math.min(earliest, wanted)
  }

  /** The finish that a constraint on the latest start or finish leaves; NaN = it is none. */
  #lateLimit(i: number, code: number, moment: number): number {
    if (code === SNET || code === FNET || code === ALAP || code === ASAP || code === NO_CONSTRAINT) return Number.NaN
    const calendar = this.#dates.calendar(i)
    return isFinishType(code) ? moment : calendar.finishAfter(moment, this.#dates.restMinutes(i))
  }

  /** Microsoft Project has one constraint: of a second one what holds the start is in the computed start, what limits the finish is a deadline. */
  #carrySecond(i: number): void {
    const { clock } = this.#dates
    const second = clock.tasks.secondaryConstraint?.[i] ?? NO_CONSTRAINT
    if (second === NO_CONSTRAINT) return
    const moment = clock.tasks.secondaryConstraintMoment![i]
    const limit = this.#lateLimit(i, second, moment)
    if (!Number.isNaN(limit)) this.#limit(i, limit, 'secondary_constraint_date')
    else
      this.#warnings.add('constraint_rewritten', this.#openCount, i, () => ({
        member: 'secondary_constraint_type',
        before: constraintText(second, moment),
        after: null,
      }))
  }

  #limit(i: number, moment: number, member: string): void {
    if (Number.isNaN(moment)) return
    const given = momentIn(this.#dates.columns, 'deadline', i, 'finish')
    if (given <= moment) return
    this.edits.setMoment('deadline', i, moment)
    this.#warnings.add('deadline_written', this.#openCount, i, () => ({
      member,
      before: momentText(moment),
      after: `deadline ${momentText(moment)}`,
    }))
  }

  #rewritten(i: number, code: number, moment: number, type: number, after: number): void {
    this.#warnings.add('constraint_rewritten', this.#openCount, i, () => ({
      member: 'constraint_type',
      before: constraintText(code, moment),
      after: constraintText(type, after),
    }))
  }

  #held(code: 'held_by_data_date' | 'held_by_constraint', i: number, was: number, moment: number, start: number): void {
    this.#warnings.add(code, this.#openCount, i, () => ({
      member: 'constraint_type',
      before: constraintText(was, moment),
      after: constraintText(SNET, start),
    }))
  }

  /** Where the rest of work in progress goes on: at the data date, or where P6 lets it. */
  #carryRest(i: number, byLinks: number): void {
    const dates = this.#dates
    const { clock } = dates
    const rest = dates.restStart(i)
    const start = dates.actualStart(i)
    const suspended = clock.tasks.suspend?.[i] ?? Number.NaN
    const done = Math.max(0, dates.minutes(i, dates.durationDays[i]) - dates.restMinutes(i))
    const stop = suspended >= start ? suspended : dates.calendar(i).finishAfter(start, done)
    // it goes on before what is reported as done would end
    const isEarly = dates.isLater(i, stop, rest)
    const stopped = isEarly ? Math.max(start, rest) : stop
    const resumed = clock.tasks.resume?.[i] ?? Number.NaN
    const byStop = Math.max(byLinks, stopped)
    const byItself = Number.isNaN(resumed) ? byStop : Math.max(byStop, resumed)
    // Microsoft Project takes no resume date from which the rest could not end by the finish of the file
    const endsAt = dates.earlyFinish[i]
    if (!Number.isNaN(resumed) && !Number.isNaN(endsAt)) this.edits.setMoment('forecastFinish', i, endsAt)
    if (!isEarly && !dates.isLater(i, rest, byItself)) return
    // Microsoft Project has the one with the other
    this.edits.setMoment('suspendDate', i, stopped)
    const goesOn = Math.max(stopped, rest)
    this.edits.setMoment('resumeDate', i, goesOn)
    if (!Number.isNaN(endsAt)) this.edits.setMoment('forecastFinish', i, endsAt)
    this.#warnings.add('resume_written', this.#openCount, i, () => ({
      member: 'resume_date',
      before: momentText(resumed),
      after: momentText(goesOn),
    }))
  }

  /** As the deadline of what ends the project, where it cannot be met: one that lies later gives float that Microsoft Project does not know. */
  #carryMustFinish(moment: number): void {
    const dates = this.#dates
    if (moment >= dates.projectFinish) {
      this.#warnings.addOfProject('must_finish_by_lost', momentText(moment)!)
      return
    }
    const { network } = dates.input
    const isFollowed = new Uint8Array(dates.columns.taskCount)
    for (let k = 0; k < network.linkCount; k++) if (fromFinish(network.type[k])) isFollowed[network.task[k]] = 1
    for (const i of network.order) if (dates.isOpen(i) && isFollowed[i] === 0) this.#limit(i, moment, 'must_finish_by')
  }

  /** Links that hold nothing in P6 and would in Microsoft Project: from level of effort, of summaries. */
  #dropIdleLinks(): void {
    const { columns, input } = this.#dates
    const { links, taskType, taskCount } = columns
    const isOfPlan = (i: number): boolean => input.network.takesPart[i] === 1 || isLoe(taskType[i])
    for (let s = 0; s < taskCount; s++)
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        const p = links.task[k]
        if (p < 0) continue
        if (isLoe(taskType[p])) this.edits.dropLink(k)
        else if (!isOfPlan(p) || !isOfPlan(s)) {
          this.edits.dropLink(k)
          const change = () => ({
            member: `predecessors[${k - links.start[s]}]`,
            before: textAt(columns.id, p),
            after: null,
          })
          this.#warnings.add('summary_links_lost', links.task.length, s, change)
        }
      }
  }

  /** It drives nothing in P6 and spans what it is linked with. */
  #carryLoe(i: number): void {
    const dates = this.#dates
    const { columns } = dates
    const [start, finish] = [dates.earlyStart[i], dates.earlyFinish[i]]
    this.edits.setCode('taskType', i, 0)
    if (Number.isNaN(start) || Number.isNaN(finish)) return
    const calendar = dates.calendar(i)
    const hasStarted = !Number.isNaN(momentIn(columns, 'actualStart', i, 'start'))
    const restFrom = hasStarted ? Math.max(start, Math.min(finish, dates.dataDate)) : start
    this.edits.setNumber('durationDays', i, calendar.workBetween(start, finish) / calendar.minutesPerDay)
    this.edits.setNumber('remainingDurationDays', i, calendar.workBetween(restFrom, finish) / calendar.minutesPerDay)
    for (const column of ['forecastStart', 'plannedStart'] as const) this.edits.setMoment(column, i, start)
    for (const column of ['forecastFinish', 'plannedFinish'] as const) this.edits.setMoment(column, i, finish)
    if (hasStarted) {
      this.edits.setMoment('suspendDate', i, restFrom)
      this.edits.setMoment('resumeDate', i, restFrom)
    } else this.edits.setCode('manuallyScheduled', i, MANUAL)
    this.#warnings.add('level_of_effort', this.#loeCount, i, () => ({
      member: 'task_type',
      before: 'loe',
      after: `${momentText(start)} to ${momentText(finish)}`,
    }))
  }
}
