/** Health, DCMA points and patterns of the updates: what their own analyses say of them. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SeriesItem } from '../../compare/series.ts'
import type { Computed } from '../../edits/recomputed.ts'
import {
  type Analyser,
  type AnalysisContext,
  type AnalysisInput,
  isRefusal,
  type ResultValue,
} from '../../result/result.ts'
import { changeTrackingAnalyser } from '../change-tracking/analyser.ts'
import { dcma14Analyser } from '../dcma-14-point/analyser.ts'
import { scoreAnalyser } from '../score/analyser.ts'

export interface Quality {
  readonly healthScore: number | null
  readonly dcmaScore: number | null
  readonly dcmaFailed: readonly string[]
}

export interface Pattern {
  readonly code: string
  readonly title: string
  readonly status: string
  readonly count: number
}

const inputOf = (
  params: AnalysisInput['params'],
  schedules: ReadonlyMap<string, ScheduleColumns>,
  imports?: AnalysisInput['imports'],
): AnalysisInput => {
  const counts = Array.from(schedules.values(), ({ taskCount }) => taskCount)
  return {
    params,
    schedules,
    ignoredFields: [],
    meantFields: {},
    taskCount: counts.reduce((sum, count) => sum + count, 0),
    taskCountLargest: Math.max(...counts),
    ...(imports && { imports }),
  }
}

/** Checkpoints of a part say nothing of the whole: what follows may refuse yet. */
const within = ({ today, checkpoint }: AnalysisContext): AnalysisContext => ({
  today,
  checkpoint: () => checkpoint?.(true),
})

interface Checked {
  readonly code: string
  readonly title: string
  readonly status: string
  readonly numerator?: number | null
}

const checksIn = (data: { readonly [key: string]: ResultValue | undefined }): readonly Checked[] =>
  (data.checks ?? []) as unknown as readonly Checked[]

export function qualityOf(
  item: SeriesItem,
  { schedule }: Computed,
  { params, imports }: AnalysisInput,
  context: AnalysisContext,
): Quality {
  const { status_date } = schedule.members as { readonly status_date?: string }
  const sent = inputOf(
    {
      ...(params.calendar === undefined ? {} : { calendar: params.calendar }),
      ...(status_date === undefined ? {} : { status_date }),
      options: { include_recommendations: false },
    },
    new Map([['tasks', item.columns]]),
    // what a format has no place for is no fault of the file
    imports
      ?.filter(({ path }) => path === item.place || path === `${item.place}.tasks`)
      .map(each => ({ ...each, path: 'tasks' })),
  )
  const ask = (analyser: Analyser) => {
    const result = analyser(sent, within(context))
    return isRefusal(result) ? undefined : result
  }
  const [health, dcma] = [ask(scoreAnalyser), ask(dcma14Analyser)]
  return {
    healthScore: health?.score ?? null,
    dcmaScore: dcma?.score ?? null,
    dcmaFailed:
      dcma === undefined
        ? []
        : checksIn(dcma.data)
            .filter(({ status }) => status === 'fail')
            .map(({ code }) => code),
  }
}

/** The checks of change tracking over neighbours of the series; none without a neighbour. */
export function patternsOf(
  input: AnalysisInput,
  context: AnalysisContext,
): { readonly score: number | null; readonly rows: readonly Pattern[] } {
  const { params, schedules } = input
  const { current_schedule, schedule_history = [], calendar } = params
  if (!((schedule_history as readonly unknown[])?.length > 0)) return { score: null, rows: [] }
  const ofUpdates = [...schedules].filter(([path]) => !path.startsWith('baseline_schedule'))
  const result = changeTrackingAnalyser(
    inputOf(
      {
        current_schedule,
        schedule_history,
        ...(calendar === undefined ? {} : { calendar }),
        options: { include_impact_analysis: false },
      },
      new Map(ofUpdates),
    ),
    within(context),
  )
  if (isRefusal(result)) return { score: null, rows: [] }
  const rows = checksIn(result.data).map(({ code, title, status, numerator }) => ({
    code,
    title,
    status,
    count: numerator ?? 0,
  }))
  return { score: result.score ?? null, rows }
}
