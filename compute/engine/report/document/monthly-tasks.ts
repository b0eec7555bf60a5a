/** Tasks of the critical path as a monthly report names them: dates, float, area of the WBS. */
import type { AnalysisId } from '../../../../shared/contract/analysis/analyses.ts'
import { WBS_NAME_SEPARATOR } from '../../../../shared/contract/schedule/fields.ts'
import { numberIn, type Part, type Row, textIn } from './gathered.ts'

export const CPM: AnalysisId = 'analysis.cpm'

export interface Task {
  readonly id: string
  readonly name: string
  /** Top of the WBS; empty = none is given. */
  readonly area: string
  /** As the reply has them; empty = it has none. */
  readonly start: string
  readonly finish: string
  readonly baselineStart: string
  readonly baselineFinish: string
  readonly remaining: number | null
  readonly percent: number | null
  readonly float: number | null
  readonly hasStarted: boolean
  readonly isComplete: boolean
  readonly isMilestone: boolean
  readonly isCritical: boolean
  readonly isOnPath: boolean
}

/** Without summaries, which have no dates. */
export function tasksOf(cpm: Part | undefined): readonly Task[] {
  const details = new Map((cpm?.entries('data.task_details') ?? []).map(({ at, row }) => [at, row]))
  return (cpm?.entries('data.tasks') ?? []).flatMap(({ at, row }): Task[] => {
    if (row.early_start === null || row.early_start === undefined) return []
    const detail = details.get(at) ?? {}
    const hasStarted = textIn(detail, 'actual_start') !== ''
    const finished = textIn(detail, 'actual_finish') !== ''
    return [
      {
        id: textIn(row, 'id'),
        name: textIn(row, 'name'),
        area: areaOf(textIn(detail, 'wbs_name'), textIn(detail, 'wbs_code')),
        start: textIn(row, 'early_start_date'),
        finish: textIn(row, 'early_finish_date'),
        baselineStart: textIn(detail, 'baseline_start'),
        baselineFinish: textIn(detail, 'baseline_finish'),
        remaining: remainingOf(detail, hasStarted, finished),
        percent: numberIn(detail, 'percent_complete') ?? null,
        float: numberIn(row, 'total_float_days') ?? null,
        hasStarted,
        isComplete: finished,
        isMilestone: row.early_start === row.early_finish,
        isCritical: row.is_critical === true,
        isOnPath: row.is_on_longest_path === true,
      },
    ]
  })
}

/** As given; of work that has begun nothing else says it. */
function remainingOf(detail: Row, hasStarted: boolean, finished: boolean): number | null {
  if (finished) return 0
  const given = numberIn(detail, 'remaining_duration_days')
  return given ?? (hasStarted ? null : (numberIn(detail, 'duration_days') ?? null))
}

/** First two levels: the first alone is the project in many files. */
const LEVELS = 2

function areaOf(names: string, code: string): string {
  const levels = names !== '' ? names.split(WBS_NAME_SEPARATOR) : code.split('.')
  return levels.slice(0, LEVELS).join(names !== '' ? ' / ' : '.')
}
