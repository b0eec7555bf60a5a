/**
 * A schedule by Microsoft Project's rules as P6 computes the same early dates, the other way round of as-ms-project.ts. What lies before the data
 * date, and work in progress that goes on before P6 lets it, has no way to stay where it is.
 */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { momentIn } from '../../clock/calendars.ts'
import { momentAt } from '../../clock/input.ts'
import { planLag } from '../../clock/ms-project/lags.ts'
import { NOT_LIVE } from '../../clock/ms-project/links.ts'
import { type Plan, planOf } from '../../clock/ms-project/plan.ts'
import { isHeldByHand, stopOf } from '../../clock/ms-project/spans.ts'
import {
  ALAP,
  ASAP,
  FNET,
  FNLT,
  FO,
  isFinishType,
  isPin,
  MFO,
  MSO,
  NO_CONSTRAINT,
  SNET,
  SNLT,
  SO,
} from '../../kind/constraint-types.ts'
import { isLoe, isSummary } from '../../kind/participation.ts'
import { FS } from '../../passes/relation.ts'
import { plural } from '../../wording/numbers.ts'
import { type CarriedDates, constraintText, daysText, momentText } from './carried-dates.ts'
import { ConversionWarnings } from './conversion-warnings.ts'
import { EditedColumns } from './edited-columns.ts'
import { type HeldBySummary, LinksInP6, summaryLinksInP6 } from './links-in-p6.ts'

export function asP6(dates: CarriedDates, warnings: ConversionWarnings): ScheduleColumns {
  const retained = new Carrier(dates, false)
  retained.carry()
  const carrier = retained.isOutOfSequence ? new Carrier(dates, true) : retained
  if (retained.isOutOfSequence) {
    warnings.addOfProject('progress_override_written')
    carrier.carry()
  }
  warnings.take(carrier.warnings)
  return carrier.edits.columns()
}

const NONE: readonly HeldBySummary[] = []

class Carrier {
  readonly edits: EditedColumns
  readonly warnings: ConversionWarnings
  #isHeldBack = false
  readonly #isOverride: boolean
  readonly #dates: CarriedDates
  readonly #plan: Plan
  readonly #open: readonly number[]
  /** That of the file. */
  readonly #dataDate: number
  readonly #projectStart: number
  readonly #links: LinksInP6
  /** What summaries pass on to their leaves, by successor. */
  #held: ReadonlyMap<number, readonly HeldBySummary[]> = new Map()

  constructor(dates: CarriedDates, isOverride: boolean) {
    this.#dates = dates
    this.#isOverride = isOverride
    this.warnings = new ConversionWarnings(dates.columns)
    this.edits = new EditedColumns(dates.columns)
    this.#plan = planOf(dates.input)
    this.#open = Array.from({ length: dates.columns.taskCount }, (_, i) => i).filter(i => dates.isOpen(i))
    const earliest = (from: readonly number[]): number =>
      from.reduce((first, i) => Math.min(first, dates.restStart(i)), Number.POSITIVE_INFINITY)
    const { dataDate } = dates.columns.setting!
    const firstOpen = earliest(this.#open)
    this.#dataDate = Number.isNaN(dataDate) ? (Number.isFinite(firstOpen) ? firstOpen : dates.dataDate) : dataDate
    this.#links = new LinksInP6(dates, this.#plan, this.#dataDate, isOverride)
    const { projectStart } = dates.clock
    const firstStart = earliest(this.#open.filter(i => dates.hasNotStarted(i)))
    this.#projectStart = Math.min(Number.isNaN(projectStart) ? dates.projectStart : projectStart, firstStart)
  }

  /** Retained logic would hold work back that Microsoft Project does not: of started work, or by way of finished work with predecessors that are open. */
  get isOutOfSequence(): boolean {
    return this.#isHeldBack || this.#links.isOutOfSequence
  }

  carry(): void {
    const dates = this.#dates
    const { setting } = dates.columns
    if (Number.isNaN(setting!.dataDate)) this.warnings.addOfProject('data_date_written', this.#writtenDate())
    this.edits.setSetting({
      dataDate: this.#dataDate,
      projectStart: this.#projectStart,
      rules: {
        ...setting!.rules,
        rules: 'p6',
        progress: this.#isOverride ? 'progress_override' : 'retained_logic',
        lagCalendar: 'successor',
        totalFloatAs: 'smallest',
        honorConstraints: true,
        scheduleFromFinish: false,
      },
    })
    this.#replaceSummaryLinks()
    for (const i of this.#open) {
      const byLinks = this.#carryLinks(i)
      this.#carryDuration(i)
      if (dates.hasNotStarted(i)) this.#carryStart(i, byLinks)
      else this.#carryRest(i, byLinks)
    }
  }

  /** The data date that stands in for none: P6 lists actual dates behind it as errors, so they are told with it. */
  #writtenDate(): string {
    const { columns } = this.#dates
    const text = momentText(this.#dataDate)!
    const isBehind = (column: 'actualStart' | 'actualFinish', i: number): boolean =>
      momentIn(columns, column, i, column === 'actualStart' ? 'start' : 'finish') > this.#dataDate
    let count = 0
    for (let i = 0; i < columns.taskCount; i++)
      if (!isSummary(columns.taskType[i]) && (isBehind('actualStart', i) || isBehind('actualFinish', i))) count++
    return count === 0 ? text : `${text}, before actual dates of ${plural(count, 'task')}`
  }

  #replaceSummaryLinks(): void {
    const dates = this.#dates
    const { columns, input } = dates
    const { links, taskType } = columns
    const { takesPart } = input.network
    const counts = (i: number): boolean => takesPart[i] === 1 || isLoe(taskType[i])
    let linkCount = 0
    for (let s = 0; s < columns.taskCount; s++)
      for (let k = links.start[s]; k < links.start[s + 1]; k++)
        if (links.task[k] >= 0 && !(counts(links.task[k]) && counts(s))) {
          this.edits.dropLink(k)
          linkCount++
        }
    if (linkCount === 0) return
    const { held, milestones, added, replaced } = summaryLinksInP6(dates, this.#plan, this.#links)
    this.#held = held
    for (const milestone of milestones) this.edits.addMilestone(milestone)
    for (const { successor, ...link } of added) this.edits.addLink(successor, link)
    for (const { link, count, byMilestone } of replaced)
      this.warnings.add('summary_links_replaced', linkCount, link.successor, () => ({
        member: 'predecessors',
        before: textAt(columns.id, link.predecessor),
        after:
          count === 0
            ? null
            : `${count} ${count === 1 ? 'link' : 'links'} of ${byMilestone ? 'milestones for its start or finish' : 'tasks'}`,
      }))
  }

  /** Writes lags that P6 takes as Microsoft Project does. Returns where they let (what is left of) s start, -Infinity = anywhere. */
  #carryLinks(s: number): number {
    const dates = this.#dates
    const { columns, input } = dates
    const { links } = this.#plan
    const { takesPart } = input.network
    let latest = Number.NEGATIVE_INFINITY
    let entry = links.start[s]
    for (let k = columns.links.start[s]; k < columns.links.start[s + 1]; k++) {
      const p = columns.links.task[k]
      if (p < 0 || takesPart[p] !== 1) continue
      while (links.live[entry] === NOT_LIVE) entry++
      const { lag, bound } = this.#links.linked(s, p, columns.links.type[k], entry)
      const before = columns.links.lagDays[k]
      const perDay = dates.calendar(p).minutesPerDay
      if (columns.elapsedLags[k] === 1 || lag !== planLag(input, this.#plan, entry))
        this.edits.setLag(k, lag / perDay, false)
      if (lag !== planLag(input, this.#plan, entry)) {
        this.warnings.add('lag_rewritten', columns.links.task.length, s, () => ({
          member: `predecessors[${k - columns.links.start[s]}].lag_days`,
          before: `${daysText(before)}${columns.elapsedLags[k] === 1 ? ' elapsed' : ''}`,
          after: daysText(lag / perDay),
        }))
      }
      if (bound > latest) latest = bound
      entry++
    }
    for (const { from, type, entry: of, linked, hasLag } of this.#held.get(s) ?? NONE) {
      const { lag, bound } = this.#links.linked(s, from, type, of)
      if (linked !== undefined)
        this.edits.addLink(s, {
          predecessor: linked,
          type: hasLag ? type : FS,
          lagDays: hasLag ? lag / dates.calendar(from).minutesPerDay : 0,
        })
      if (bound > latest) latest = bound
    }
    return latest
  }

  /** The gaps of a split, which P6 has only in work that has started, lie in the duration. */
  #carryDuration(i: number): void {
    const dates = this.#dates
    const physical = dates.columns.physicalPercentComplete[i]
    if (dates.hasNotStarted(i) && physical > 0) {
      this.edits.setNumber('physicalPercentComplete', i, Number.NaN)
      const change = () => ({ member: 'physical_percent_complete', before: String(physical), after: null })
      this.warnings.add('percent_left_out', this.#open.length, i, change)
    }
    const rest = dates.restMinutes(i)
    const before = dates.input.remainingDays[i]
    if (rest === dates.minutes(i, before)) return
    const after = rest / dates.calendar(i).minutesPerDay
    this.edits.setNumber('remainingDurationDays', i, after)
    this.warnings.add('duration_rewritten', this.#open.length, i, () => ({
      member: 'remaining_duration_days',
      before: daysText(before),
      after: daysText(after),
    }))
  }

  #carryStart(i: number, byLinks: number): void {
    const dates = this.#dates
    const { clock, input } = dates
    const start = dates.earlyStart[i]
    const code = input.constraint[i]
    const moment = code === NO_CONSTRAINT || code === ALAP ? Number.NaN : momentAt(clock, input.constraintOffset[i])
    const byLogic = Math.max(byLinks, this.#dataDate, this.#projectStart)
    if (dates.isLater(i, this.#dataDate, start)) {
      this.warnings.add('before_data_date', this.#open.length, i, () => ({
        member: null,
        before: momentText(start),
        after: momentText(this.#dataDate),
      }))
    }
    if (isHeldByHand(input, this.#plan, i)) {
      const type = dates.isLater(i, byLogic, start) ? MSO : SNET
      this.#constrain(i, type, start)
      this.edits.setMoment('externalEarlyStart', i, Number.NaN)
      this.#changed('manual_as_constraint', i, 'manually_scheduled', 'true', type, start)
      this.#carryDeadline(i, type)
      return
    }
    const later = this.#carryStartBy(i, code, moment, byLogic)
    this.#carryDeadline(i, later)
  }

  /** Returns the constraint that stands then. */
  #carryStartBy(i: number, code: number, moment: number, byLogic: number): number {
    const dates = this.#dates
    const start = dates.earlyStart[i]
    const was = constraintText(code, moment)
    const set = (warning: 'held_by_constraint' | 'constraint_rewritten', type: number, at: number): number => {
      this.#constrain(i, type, at)
      this.#changed(warning, i, 'constraint_type', was, type, at)
      return type
    }
    if (code === ALAP) return dates.isAlapKept ? code : set('constraint_rewritten', SNET, start)
    if (isPin(code)) {
      if (dates.clock.rules.honorConstraints) return code
      return set('constraint_rewritten', code === MSO ? SO : FO, moment)
    }
    const isNotBefore = code === SNET || code === FNET
    if (code === SNET && dates.isSame(i, moment, dates.columns.setting!.dataDate)) {
      // nothing begins before it in P6
      this.#constrain(i, NO_CONSTRAINT, Number.NaN)
      this.#changed('held_by_data_date', i, 'constraint_type', was, NO_CONSTRAINT, Number.NaN)
      return this.#carryStartBy(i, NO_CONSTRAINT, Number.NaN, byLogic)
    }
    const wanted = isFinishType(code) ? dates.calendar(i).startBefore(moment, dates.restMinutes(i)) : moment
    const kept = isNotBefore ? Math.max(byLogic, wanted) : byLogic
    if (dates.isSame(i, kept, start)) return code
    if (dates.isLater(i, start, kept)) {
      if (code === SNLT || code === FNLT) this.#constrainSecond(i, code, moment)
      return set('held_by_constraint', SNET, start)
    }
    // before links that P6 lets win, where a constraint pulls it
    const isPulled = (code === SNLT || code === FNLT) && !dates.isLater(i, this.#dataDate, start)
    return isPulled ? set('constraint_rewritten', MSO, start) : code
  }

  /** Finish On or Before, as the constraint or as the second one; what a mandatory one holds needs none. */
  #carryDeadline(i: number, code: number): void {
    const { columns } = this.#dates
    const deadline = momentIn(columns, 'deadline', i, 'finish')
    if (Number.isNaN(deadline) || isPin(code)) return
    if (code === NO_CONSTRAINT || code === ASAP) this.#constrain(i, FNLT, deadline)
    else if (code === SNET || code === ALAP || code === FNET) this.#constrainSecond(i, FNLT, deadline)
    else return
    this.#changed('deadline_as_constraint', i, 'deadline', momentText(deadline), FNLT, deadline)
  }

  #constrain(i: number, code: number, moment: number): void {
    this.edits.setCode('constraintType', i, code)
    this.edits.setMoment('constraintDate', i, moment)
  }

  #constrainSecond(i: number, code: number, moment: number): void {
    this.edits.setCode('secondaryConstraintType', i, code)
    this.edits.setMoment('secondaryConstraintDate', i, moment)
  }

  #changed(
    code:
      | 'held_by_data_date'
      | 'held_by_constraint'
      | 'constraint_rewritten'
      | 'manual_as_constraint'
      | 'deadline_as_constraint',
    i: number,
    member: string,
    before: string | null,
    type: number,
    moment: number,
  ): void {
    this.warnings.add(code, this.#open.length, i, () => ({
      member,
      before,
      after: constraintText(type, moment),
    }))
  }

  /** In P6 a constraint on the finish moves work in progress too: what would is a limit of the late finish, or left out. Returns the one that stands. */
  #carryFinishConstraint(i: number, rest: number, byLogic: number): number {
    const dates = this.#dates
    const code = dates.input.constraint[i]
    if (code !== FNET && code !== FO && code !== MFO) return dates.columns.constraintType[i]
    const moment = momentAt(dates.clock, dates.input.constraintOffset[i])
    const wanted = dates.calendar(i).startBefore(moment, dates.restMinutes(i))
    const start = Math.max(wanted, code === MFO ? this.#dataDate : byLogic)
    if (dates.isSame(i, start, Math.max(rest, byLogic))) return code
    const type = code === FNET ? NO_CONSTRAINT : FNLT
    this.#constrain(i, type, code === FNET ? Number.NaN : moment)
    const was = constraintText(code, moment)
    this.#changed('constraint_rewritten', i, 'constraint_type', was, type, moment)
    return type
  }

  /** Where what is left of work in progress goes on. */
  #carryRest(i: number, byLinks: number): void {
    const dates = this.#dates
    const { clock, input } = dates
    const rest = dates.restStart(i)
    const byLogic = this.#isOverride ? this.#dataDate : Math.max(byLinks, this.#dataDate)
    if (dates.isLater(i, byLogic, Math.max(rest, this.#dataDate))) this.#isHeldBack = true
    this.#carryDeadline(i, this.#carryFinishConstraint(i, rest, byLogic))
    const resumed = clock.tasks.resume?.[i] ?? Number.NaN
    const isHeld = dates.isLater(i, rest, byLogic)
    // Microsoft Project writes where it stopped for all work in progress: in P6 that is a suspension
    this.edits.setMoment('suspendDate', i, isHeld ? Math.min(stopOf(input, this.#plan, i), this.#dataDate) : Number.NaN)
    this.edits.setMoment('resumeDate', i, isHeld ? rest : Number.NaN)
    if (isHeld && !(rest === resumed))
      this.warnings.add('resume_written', this.#open.length, i, () => ({
        member: 'resume_date',
        before: momentText(resumed),
        after: momentText(rest),
      }))
    if (dates.isLater(i, this.#dataDate, rest))
      this.warnings.add('before_data_date', this.#open.length, i, () => ({
        member: null,
        before: momentText(rest),
        after: momentText(this.#dataDate),
      }))
  }
}
