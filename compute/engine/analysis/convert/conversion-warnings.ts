/** Warnings of a conversion while they are found: each kind is counted, and its first tasks are named. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import {
  CONVERSION_CODES,
  CONVERSION_EXAMPLES_MAX,
  type ConversionCode,
  type ConversionExample,
  type ConversionWarning,
} from '../../../../shared/contract/schedule/conversion-report.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'

/** Texts of the warnings of a conversion, by their codes. */
const WARNING_WORDS: Readonly<Record<ConversionCode, string>> = {
  finish_differs:
    'The tool of the file computes another finish of the project: compare finish_before with finish_after.',
  dates_differ: 'The tool of the file computes other early dates of these tasks.',
  floats_differ: 'The tool of the file computes another total float of these tasks.',
  not_compared:
    'Dates were not compared, because the links of the schedule form a cycle, it has no date to begin at, or the file could not be read again.',
  held_by_data_date:
    'P6 begins no open work before the data date; Microsoft Project does, unless a constraint holds it. So Start No Earlier Than at that date was written for Microsoft Project, or left out for P6.',
  held_by_constraint:
    'The tool of the file would begin these tasks earlier, so a start constraint at their computed start was written; it stays when the logic changes.',
  resume_written:
    'The tool of the file would go on with these tasks in progress at another date, so the date on which the rest resumes was written.',
  not_read: 'The file that was sent has what is not read, so that the written file does not have it.',
  wbs_nodes_left_out:
    'Tasks have their WBS codes in the file; the nodes of the WBS are no summary tasks there, and their names were left out.',
  baseline_left_out:
    'P6 keeps a baseline as a project of its own; the baseline dates and durations of these tasks were left out, so set or import the baseline there.',
  codes_left_out:
    'Microsoft Project has thirty text fields and one holds the ids of activities; codes beyond 29 were left out.',
  can_level_left_out:
    'How Primavera P6 lists in its XML which resources it is to level is not known, so it is told to level all of them; set these apart there, or convert to XER, which lists them.',
  lag_rewritten:
    'The tool of the file counts these lags in another calendar or from another date, so lags were written that give the same dates; they are in days.',
  constraint_rewritten:
    'The tool of the file reads these constraints otherwise, so what gives the same dates was written.',
  deadline_written: 'These limits on the late dates were written as deadlines, which move no early date.',
  deadline_as_constraint: 'P6 has no deadlines; Finish On or Before was written, which moves no early date there.',
  duration_rewritten:
    'Remaining durations were written as the dates need them: of expected finishes, of splits, and of work that is longer than its duration.',
  level_of_effort:
    'Microsoft Project has no level of effort; these tasks were written as tasks scheduled by hand at their computed dates, and what follows them in P6 without holding it is not linked with them.',
  summary_links_replaced:
    'P6 links no summaries; links of the tasks that lie under them were written instead, by way of milestones for the start and the finish of a summary where that takes fewer links.',
  summary_links_lost:
    'Links of summaries were left out: those of a P6 schedule hold nothing, and of others more links of tasks would take their place than a planner could read.',
  manual_as_constraint:
    'P6 has no tasks scheduled by hand; Start On or After at their date was written, or Mandatory Start where links lead to a later one.',
  data_date_written:
    'The schedule has no status date and P6 needs a data date: the earliest date at which open work begins or goes on was written.',
  progress_override_written:
    'Under retained logic, P6 would hold work back for predecessors that are not done though it has started or finished, which Microsoft Project does not; progress override was written.',
  percent_left_out: 'P6 has no percent complete of work that has not started; it was left out.',
  must_finish_by_lost:
    'Microsoft Project has no date that the project must finish by, so late dates and floats count from the finish; it was left out.',
  before_data_date:
    'P6 computes no open work before the data date; these tasks, which lie before it, are moved to it when P6 schedules the project.',
}

/** What differs of a task. `member`: of the task, as a request has it. */
interface Change {
  readonly member: string | null
  readonly before: string | null
  readonly after: string | null
}

interface Found {
  count: number
  of: number
  value?: string | undefined
  readonly examples: ConversionExample[]
}

export class ConversionWarnings {
  readonly #columns: ScheduleColumns
  readonly #found = new Map<ConversionCode, Found>()

  /** columns: of the schedule that was sent. */
  constructor(columns: ScheduleColumns) {
    this.#columns = columns
  }

  /** Warns about task i; `change` is asked for of the first few only. `of`: how many tasks or links there are of the kind. */
  add(code: ConversionCode, of: number, i: number, change: () => Change): void {
    const found = this.#entry(code, of)
    found.count++
    if (found.examples.length === CONVERSION_EXAMPLES_MAX) return
    const { member, before, after } = change()
    found.examples.push({
      task_id: textAt(this.#columns.id, i),
      task_name: textAt(this.#columns.name, i) || null,
      place: member === null ? null : `tasks[${i}].${member}`,
      before,
      after,
    })
  }

  /** Warns about so many tasks of all, without naming them. */
  addCount(code: ConversionCode, count: number, of: number): void {
    this.#entry(code, of).count += count
  }

  /** Warns about the project. `value`: what it is about, behind the text. */
  addOfProject(code: ConversionCode, value?: string): void {
    const found = this.#entry(code, 1)
    found.count++
    found.value = value
  }

  /** All that another found of the same schedule. */
  take(other: ConversionWarnings): void {
    for (const [code, found] of other.#found) this.#found.set(code, found)
  }

  list(): ConversionWarning[] {
    return CONVERSION_CODES.flatMap(code => {
      const found = this.#found.get(code)
      if (found === undefined) return []
      const { value, ...counts } = found
      const words = WARNING_WORDS[code]
      return [{ code, text: value === undefined ? words : `${words.replace(/\.$/, '')}: ${value}.`, ...counts }]
    })
  }

  #entry(code: ConversionCode, of: number): Found {
    const known = this.#found.get(code)
    if (known !== undefined) return known
    const made: Found = { count: 0, of, examples: [] }
    this.#found.set(code, made)
    return made
  }
}
