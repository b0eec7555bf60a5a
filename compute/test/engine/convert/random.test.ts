/**
 * Random schedules by P6's rules, with calendars, lags, constraints and progress of every kind, far wilder than real ones: the report of a conversion
 * always has a comparison, and nearly all keep every date.
 */
import t from 'tap'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { toProjectFile } from '../../../engine/analysis/convert/to-project-file.ts'
import { random } from '../../helpers/random.ts'
import { randomSchedule } from '../clock/random-network.ts'
import { countsOf, ROW } from './converted.ts'

const SCHEDULES = 200
/** Milestones in progress, and finish milestones in the night of their calendar, are what mostly differs. */
const KEPT_SHARE_MIN = { xer: 0.97, p6_xml: 0.97, ms_project_xml: 0.8 } as const

for (const target of ['xer', 'p6_xml', 'ms_project_xml'] as const) {
  t.test(`random schedules to ${target}`, async t => {
    let kept = 0
    for (let seed = 1; seed <= SCHEDULES; seed++) {
      const columns = randomSchedule(random(seed))
      const { report } = toProjectFile(
        target,
        {
          params: { status_date: formatMoment(columns.setting!.dataDate) },
          schedules: new Map([['tasks', columns]]),
          taskCount: columns.taskCount,
          taskCountLargest: columns.taskCount,
          ignoredFields: [],
          meantFields: {},
        },
        ROW,
      )
      const codes = countsOf(report)
      if (codes.not_compared !== undefined) t.fail(`seed ${seed} was not compared`)
      if (report.changed_count === 0) kept++
      if ((codes.dates_differ ?? 0) !== report.changed_count) t.fail(`seed ${seed} does not say what changed`)
    }
    t.ok(kept >= KEPT_SHARE_MIN[target] * SCHEDULES, `${kept} of ${SCHEDULES} keep all dates`)
  })
}
