/** What the planning horizon reports beside its score: packages that are due or overdue, work not broken down, or too early. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import type { CheckOutcome, CheckRow, Coded } from '../../../check/check.ts'
import { allHitsWhere, shareOf } from '../../../check/findings.ts'
import { needsStatusDate } from '../../../check/needs.ts'
import { basisOf, namedTask, worstTask } from '../../../check/worst.ts'
import { LONG_DURATION_DAYS, longestTask } from '../../../metrics/durations.ts'
import { NOT_STARTED } from '../../../population/progress.ts'
import { dateText, inDays } from '../../../wording/days.ts'
import { figure, plural } from '../../../wording/numbers.ts'
import { BY_END_OF_NEAR, isLong, NEAR, NEAR_PACKAGES_ADVICE, SOURCE } from './components.ts'
import { type HorizonContext, isNear, isOpenPackage, needsWindows } from './context.ts'
import { remainingDaysOf, workShares } from './windows.ts'

export interface HorizonObservation extends CheckRow<HorizonContext> {
  /** Code of the component that reports the same when it fails: then the finding is its own. */
  readonly reportedBy?: string
}

/** Tasks this short in the far window are detail that cannot be known yet. */
const SHORT_FAR_DAYS = 20
/** Share of all work from which that is worth telling. */
const SHORT_FAR_PERCENT = 30
const PACKAGE = ['planning package', 'planning packages'] as const
const OPEN_PACKAGES = 'Incomplete planning packages and summary level planning packages.'

type Words = Omit<HorizonObservation, 'unit' | 'threshold' | 'operator' | 'source'>

const observation = <const Code extends string>(words: Coded<Words, Code>): Coded<HorizonObservation, Code> => ({
  ...words,
  unit: 'percent',
  threshold: null,
  operator: null,
  source: SOURCE,
})

const shareOfPackages = (
  context: HorizonContext,
  test: (task: number) => boolean,
  words: (count: number) => string,
): CheckOutcome => {
  const hits = allHitsWhere(context.columns.taskCount, i => isOpenPackage(context, i) && test(i))
  const none = 'The schedule has no open planning packages.'
  return shareOf(hits, context.openPackageCount, context.openPackageCount === 0 ? none : words(hits.count))
}

export const HORIZON_OBSERVATIONS = [
  observation({
    code: 'PH06',
    title: 'Planning packages in the near window',
    severity: 'high',
    worst: namedTask,
    advice: NEAR_PACKAGES_ADVICE,
    population: OPEN_PACKAGES,
    noun: PACKAGE,
    formula: BY_END_OF_NEAR,
    needs: [needsWindows],
    reportedBy: 'PH02',
    run: context =>
      shareOfPackages(
        context,
        i => isNear(context, i),
        count => `${plural(count, 'planning package lies', 'planning packages lie')} in the near window.`,
      ),
  }),
  observation({
    code: 'PH07',
    title: 'Planning packages past their start',
    severity: 'critical',
    worst: worstTask<HorizonContext>(
      ({ dates, statusDay }, i) => statusDay - dates.start[i],
      ({ dates, statusDay }, i) =>
        `start ${dateText(dates.start[i])}, ${inDays(statusDay - dates.start[i], 'calendar')} before the status date ${dateText(statusDay)}`,
    ),
    advice: {
      title: 'Convert the overdue planning packages',
      description: 'Break each down into tasks now, or move it to the start that is meant.',
    },
    population: OPEN_PACKAGES,
    noun: PACKAGE,
    formula: 'Those not started, with a start before the status date / those.',
    needs: [needsStatusDate, needsWindows],
    run: context =>
      shareOfPackages(
        context,
        i => {
          const start = context.dates.start[i]
          return context.tasks.state[i] === NOT_STARTED && start !== DAY_ABSENT && start < context.statusDay
        },
        count =>
          `${plural(count, 'planning package is', 'planning packages are')} past the planned start and not begun.`,
      ),
  }),
  observation({
    code: 'PH08',
    title: 'Long tasks in the near window',
    severity: 'medium',
    worst: longestTask,
    advice: {
      title: 'Break down the long tasks of the near term',
      description: 'Cut each into steps of a reporting period or two, with a result that can be seen.',
    },
    population: NEAR,
    noun: ['near task', 'near tasks'],
    formula: `Near tasks longer than ${LONG_DURATION_DAYS} days / near tasks.`,
    needs: [needsWindows],
    reportedBy: 'PH01',
    run: context => {
      const hits = allHitsWhere(context.columns.taskCount, i => context.near.marks[i] === 1 && isLong(context, i))
      const words = `${plural(hits.count, 'near task is', 'near tasks are')} longer than ${inDays(LONG_DURATION_DAYS, basisOf(context))}.`
      return shareOf(hits, context.near.count, context.near.count === 0 ? 'No task lies in the near window.' : words)
    },
  }),
  observation({
    code: 'PH09',
    title: 'Detail far ahead without planning packages',
    severity: 'low',
    worst: namedTask,
    advice: {
      title: 'Plan the far term in packages',
      description: 'Roll short work of the far window up into planning packages, to be detailed when it comes near.',
    },
    population: 'Remaining work in days; schedules without a planning package.',
    formula: `Remaining work of tasks in the far window of ${SHORT_FAR_DAYS} days or less / all remaining work; reported above ${SHORT_FAR_PERCENT} percent.`,
    isSizeless: true,
    needs: [needsWindows],
    run: context => {
      const { columns, durations, packageCount } = context
      const { far, total } = workShares(context)
      const isShort = (i: number): boolean => far[i] === 1 && durations.days[i] <= SHORT_FAR_DAYS + EPSILON_DAYS
      let days = 0
      for (let i = 0; i < columns.taskCount; i++) if (isShort(i)) days += remainingDaysOf(context, i)
      const percent = total > 0 ? (100 * days) / total : 0
      const isReported = packageCount === 0 && percent > SHORT_FAR_PERCENT + EPSILON_DAYS
      const hits = allHitsWhere(columns.taskCount, i => isReported && isShort(i))
      const message =
        packageCount > 0
          ? 'The schedule has planning packages.'
          : `${figure(percent)} % of the remaining work is tasks of ${inDays(SHORT_FAR_DAYS, basisOf(context))} or less in the far window; reported above ${SHORT_FAR_PERCENT} %.`
      const value = packageCount > 0 || total === 0 ? null : percent
      return { numerator: hits.count, denominator: context.work.count, value, message, hits }
    },
  }),
] as const satisfies readonly HorizonObservation[]
