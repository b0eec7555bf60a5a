/** Tasks of the critical path as a monthly report names them: dates, float, area of the WBS. */
import type { AnalysisId } from '../../../../shared/contract/analysis/analyses.ts'
import { WBS_NAME_SEPARATOR } from '../../../../shared/contract/schedule/fields.ts'
import { numberIn, type Part, type Row, textIn } from './gathered.ts'

export const CPM: AnalysisId = 'analysis.cpm'

export interface Task {
  readonly id: string
  readonly name: string
  /** Levels of the WBS below those that all tasks share; empty = none is given. */
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
  const areaOf = areasOf([...details.values()])
  return (cpm?.entries('data.tasks') ?? []).flatMap(({ at, row }): Task[] => {
    if (row.early_start === null || row.early_start === undefined) return []
    const detail = details.get(at) ?? {}
    const hasStarted = textIn(detail, 'actual_start') !== ''
    const finished = textIn(detail, 'actual_finish') !== ''
    return [
      {
        id: textIn(row, 'id'),
        name: textIn(row, 'name'),
        area: areaOf(detail),
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

/** Enough to tell where work is, in the column of a page. */
const LEVELS = 2

/** Levels above all tasks, such as the project and its contract, tell no area from another. */
function areasOf(details: readonly Row[]): (detail: Row) => string {
  const hasNames = details.some(detail => textIn(detail, 'wbs_name') !== '')
  const levelsOf = (detail: Row): string[] => {
    const names = textIn(detail, 'wbs_name')
    const code = textIn(detail, 'wbs_code')
    return names !== '' ? names.split(WBS_NAME_SEPARATOR) : code === '' || hasNames ? [code] : code.split('.')
  }
  let shared: readonly string[] | undefined
  for (const detail of details) {
    const levels = levelsOf(detail)
    if (levels[0] === '' || (hasNames && textIn(detail, 'wbs_name') === '')) continue
    const known: readonly string[] = shared ?? levels
    const end = known.findIndex((level, n) => level !== levels[n])
    shared = end < 0 ? known : known.slice(0, end)
  }
  const above = shared?.length ?? 0
  return detail => {
    const levels = levelsOf(detail)
    // what lies at the shared level itself has its name
    const own = levels.slice(Math.min(above, levels.length - 1))
    return own.slice(0, LEVELS).join(hasNames ? ' / ' : '.')
  }
}
