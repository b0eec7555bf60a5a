/** Percents and actual dates that contradict each other (PA04 to PA07, PA10; HS08), and invalid percents (PA09). */
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { PERCENT_MAX, percentOf } from './progress.ts'
import { isMilestoneTask, type TaskStates } from './task-states.ts'

type Test = (tasks: TaskStates, i: number) => boolean

const isPartial: Test = ({ columns }, i) => percentOf(columns, i) > 0 && percentOf(columns, i) < PERCENT_MAX

/** Test by the code of the progress audit. An absent percent is 0; where no task has one, only PA04 means anything. */
export const PROGRESS_FAULTS = {
  PA04: ({ columns: { actualStart, actualFinish } }, i) =>
    actualFinish[i] !== DAY_ABSENT && actualStart[i] === DAY_ABSENT,
  PA05: ({ columns }, i) => columns.percentComplete[i] >= PERCENT_MAX && columns.actualFinish[i] === DAY_ABSENT,
  PA06: ({ columns }, i) => columns.actualFinish[i] !== DAY_ABSENT && percentOf(columns, i) < PERCENT_MAX,
  PA07: (tasks, i) => isPartial(tasks, i) && tasks.columns.actualStart[i] === DAY_ABSENT,
  PA09: ({ columns }, i) => columns.percentComplete[i] < 0 || columns.percentComplete[i] > PERCENT_MAX,
  PA10: (tasks, i) => isMilestoneTask(tasks, i) && isPartial(tasks, i),
} as const satisfies Readonly<Record<string, Test>>
