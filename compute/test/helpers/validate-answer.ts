/** Answers of analysis/validate to tasks as objects and to faults of the reader, each held against the schema of its data. */
import { Compile } from 'typebox/compile'
import { ValidateData } from '../../../shared/contract/analysis/validate/data.ts'
import type { ReadFault, ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { validateAnalyser } from '../../engine/analysis/validate/analyser.ts'
import { type AnalysisResult, isRefusal } from '../../engine/result/result.ts'
import { materialise } from '../engine/write/materialise.ts'
import { columnsFromTasks, type TaskObject } from './columns-from-tasks.ts'

interface PlainCheck {
  code: string
  class: string
  status: string
  numerator: number
  denominator: number
  severity: string | null
  message: string
  task_ids: string[]
  evidence: Record<string, unknown>
}

interface Answer {
  score: number | null
  grade: string | null
  summary: string
  findings: { code: string; severity: string; task_ids: string[]; count: number; evidence?: Record<string, unknown> }[]
  recommendations: { priority: number; codes: string[]; effect: number }[]
  data: {
    valid: boolean
    score_before_gates: number | null
    errors: number
    warnings: number
    info: number
    checks: PlainCheck[]
    open_ends: { starts: string[]; finishes: string[] }
    components: { count: number; largest_task_count: number }
    calendar: { mode: string; source: string; evidence_for: number; evidence_against: number }
  }
}

const validator = Compile(ValidateData)

export function analyseColumns(columns: ScheduleColumns, params: Record<string, unknown> = {}): Answer {
  const result = validateAnalyser(
    {
      params,
      schedules: new Map([['tasks', columns]]),
      ignoredFields: [],
      meantFields: {},
      taskCount: columns.taskCount,
      taskCountLargest: columns.taskCount,
    },
    { today: 20_500 },
  )
  if (isRefusal(result)) throw new Error(result.code)
  const plain = materialise(result as unknown as AnalysisResult['data']) as unknown as Answer
  if (!validator.Check(plain.data)) throw new Error(JSON.stringify([...validator.Errors(plain.data)]))
  return plain
}

export const fault = (
  kind: ReadFault['kind'],
  field: string,
  tasks: number[] = [0],
  texts: string[] = [],
): ReadFault => ({
  kind,
  field,
  count: tasks.length,
  tasks,
  texts: tasks.map((_, i) => texts[i] ?? ''),
})

/** An answer for task objects, with faults the reader would have seen beside those of the links. */
export function validate(tasks: TaskObject[], faults: ReadFault[] = [], params: Record<string, unknown> = {}): Answer {
  const columns = columnsFromTasks(tasks)
  return analyseColumns(
    { ...columns, faults: [...columns.faults, ...faults] },
    { options: { include_details: true }, ...params },
  )
}

export const failed = (answer: Answer, checkClass: string): string[] =>
  answer.data.checks.filter(check => check.class === checkClass && check.status === 'fail').map(check => check.code)

export const checkOf = (answer: Answer, code: string): PlainCheck =>
  answer.data.checks.find(check => check.code === code)!

/** A schedule in which every check has something to look at and none finds anything but open ends. */
export const sound = (): TaskObject[] => [
  {
    id: 'A',
    duration_days: 5,
    planned_start: '2026-03-02',
    planned_finish: '2026-03-06',
    percent_complete: 100,
    actual_start: '2026-03-02',
    actual_finish: '2026-03-06',
    constraint_type: 'SNET',
    constraint_date: '2026-03-02',
    task_type: 'task',
  },
  { id: 'B', duration_days: 3, predecessors: ['A'], percent_complete: 0 },
  { id: 'M', duration_days: 0, task_type: 'milestone', predecessors: ['B', 'A SS+1 d'] },
  { id: 'S', task_type: 'summary' },
]

/** The sound schedule with one task changed. */
export const soundWith = (change: Partial<TaskObject>, at = 1): TaskObject[] =>
  sound().map((task, i) => (i === at ? { ...task, ...change } : task))
