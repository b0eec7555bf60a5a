/** data.agreement: how far our dates and floats are those that the tool of a file stored (engine/supplied/agreement.ts). */
import { DRIVERS } from '../../../../shared/contract/analysis/cpm/words.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { isByClock } from '../../clock/input.ts'
import type { CpmResult } from '../../cpm/cpm.ts'
import type { Drivers } from '../../cpm/drivers.ts'
import type { CpmInput } from '../../cpm/input.ts'
import type { ResultValue } from '../../result/result.ts'
import { type Agreement, agreementOf } from '../../supplied/agreement.ts'
import { roundHalfAway } from '../../wording/numbers.ts'

/** undefined: not by the clock. null: the schedule stores no value that could be compared. */
export function showAgreement(
  columns: ScheduleColumns,
  input: CpmInput,
  result: CpmResult,
  { driver }: Drivers,
): ResultValue | undefined {
  if (!isByClock(input)) return undefined
  const agreement = agreementOf(columns, input, result)
  if (agreement === undefined) return null
  const { openTaskCount, fields, longestPath, storedFinish, computedFinish, origins, originCount, classes } = agreement
  const idAt = (i: number): string | null => (i < 0 ? null : textAt(columns.id, i))
  return {
    open_task_count: openTaskCount,
    fields: fields.map(each => ({
      field: each.field,
      compared_count: each.compared,
      equal_count: each.agreed,
      largest_difference_days: days(each.largestDays),
      largest_difference_id: idAt(each.largestTask),
    })),
    longest_path:
      longestPath === undefined
        ? null
        : {
            compared_count: longestPath.compared,
            equal_count: longestPath.agreed,
            only_computed_ids: longestPath.onlyComputed.map(idAt),
            only_stored_ids: longestPath.onlyStored.map(idAt),
          },
    stored_finish: momentOrNull(storedFinish),
    computed_finish: momentOrNull(computedFinish),
    differences_begin_at: origins.map((origin: Agreement['origins'][number]) => ({
      id: idAt(origin.task),
      field: origin.field,
      difference_days: days(origin.days),
      driver: DRIVERS[driver[origin.task]] ?? null,
      constraint_type: CONSTRAINT_TYPES[columns.constraintType[origin.task] - 1] ?? null,
    })),
    differences_begin_count: originCount,
    classes: classes.map(each => ({
      class: each.name,
      value_count: each.valueCount,
      task_count: each.taskCount,
      ids: each.examples.map(i => idAt(i)),
      reason: {
        contradicts_file_logic:
          'The file contradicts itself here: its own dates of the linked tasks, its project finish or its constraints give another value than it stores.',
        changed_duration:
          'The stored dates leave less working time than the duration: it was changed after they were computed.',
        held_in_file:
          'The file stores a later date than its links, dates and constraints ask for, such as after resource leveling.',
        manual: 'The task is scheduled by hand; its dates do not follow from the logic.',
        resume: 'Work in progress was split; the stored dates follow another split than the file says.',
        external: 'A date from another project holds the task; the other project may have moved since.',
        follows_from_another: 'The value follows from that of a linked task, which differs; the reason lies there.',
        unexplained: 'No reason was found in the file.',
      }[each.name],
    })),
  }
}

const days = (value: number): number => roundHalfAway(value, OFFSET_DECIMALS)

const momentOrNull = (moment: number): string | null => (Number.isNaN(moment) ? null : formatMoment(moment))
