/**
 * Ten questions of a scheduler on a file and the update before it. The right answer is computed from the replies of the REST interface, without the tools;
 * the plan is how the scripted oracle gets it from answers of tools alone.
 */

/** A text, a number, or a list in any order. */
export type Fact = string | number | null | readonly (string | number)[]
export type Facts = Readonly<Record<string, Fact>>

/** Ids of the kept schedules: of the file that is asked about, and of the update before it. */
export interface Schedules {
  readonly current: string
  readonly earlier: string
}

// biome-ignore lint/suspicious/noExplicitAny: replies of the service, whose schemas its tests hold
export type Reply = any

/** data of a reply of the REST interface. */
export type Rest = (path: string, body: object) => Promise<Reply>
/** structuredContent of the answer of a tool. */
export type Call = (name: string, args: object) => Promise<Reply>

interface Question {
  readonly asks: string
  /** What the answer must have: each member with its meaning and unit. */
  readonly members: Readonly<Record<string, string>>
  truth(rest: Rest, schedules: Schedules): Promise<Facts>
  plan(call: Call, schedules: Schedules): Promise<Facts>
}

const pair = ({ current, earlier }: Schedules) => ({
  schedule_history: [{ schedule_id: earlier }],
  current_schedule: { schedule_id: current },
})

/** Checks that fail, by code. */
const failing = (checks: Reply): string[] =>
  checks.filter(({ status }: Reply) => status === 'fail').map(({ code }: Reply) => code)

const checksOf = (path: string, tool: string, list: string): Pick<Question, 'truth' | 'plan'> => ({
  truth: async (rest, { current }) => {
    const codes = failing((await rest(path, { schedule_id: current }))[list])
    return { failing: codes, failing_count: codes.length }
  },
  // a brief answer may leave some out, so the list itself is asked for
  plan: async (call, { current }) => {
    const { data } = await call(tool, {
      schedule_id: current,
      output: { fields: [`${list}.code`, `${list}.status`] },
    })
    const codes = failing(data[list])
    return { failing: codes, failing_count: codes.length }
  },
})

const FAILING = { failing: 'codes of the checks that fail', failing_count: 'how many' }
const OPEN_COUNT = 5

export const QUESTIONS: Readonly<Record<string, Question>> = {
  finish: {
    asks: 'When does the project finish, as computed and as the file has it, and how many calendar days does it take?',
    members: { finish: 'computed, as in the answer', stored: 'of the file, or null', days: 'calendar days' },
    truth: async (rest, { current }) => {
      const data = await rest('/api/v1/analysis/cpm', { schedule_id: current })
      const rounded = Number(data.project_duration_days.toFixed(1))
      return { finish: data.project_finish_date, stored: data.agreement?.stored_finish ?? null, days: rounded }
    },
    plan: async (call, { current }) => {
      const { data } = await call('analysis_cpm', { schedule_id: current })
      const days = Number(data.project_duration_days.toFixed(1))
      return { finish: data.project_finish_date, stored: data.agreement?.stored_finish ?? null, days }
    },
  },
  longest: {
    asks: 'How many tasks are on the longest path, and which one ends it?',
    members: { count: 'tasks', last: 'id' },
    truth: async (rest, { current }) => {
      const { longest_path: path } = await rest('/api/v1/analysis/cpm', { schedule_id: current })
      return { count: path.length, last: path.at(-1) ?? null }
    },
    plan: async (call, { current }) => {
      const { data } = await call('analysis_cpm', { schedule_id: current, output: { fields: ['longest_path'] } })
      return { count: data.longest_path.length, last: data.longest_path.at(-1) ?? null }
    },
  },
  float: {
    asks: `Which total floats do the ${OPEN_COUNT} tasks have that are not complete and have least?`,
    members: { floats: 'total floats, working days of the calendar of each task, with repetitions' },
    truth: async (rest, { current }) => {
      const options = { include_task_details: true }
      const { tasks, task_details: details } = await rest('/api/v1/analysis/cpm', { schedule_id: current, options })
      const floats = tasks
        .filter((_: Reply, i: number) => {
          const { task_type: type, actual_finish: finish, percent_complete: percent } = details[i]
          return type !== 'summary' && type !== 'wbs_summary' && finish === null && percent !== 100
        })
        .map(({ total_float_days: days }: Reply) => days)
        .filter((days: number | null) => days !== null)
        .sort((a: number, b: number) => a - b)
      return { floats: floats.slice(0, OPEN_COUNT) }
    },
    plan: async (call, { current }) => {
      const where = { state: 'open' }
      const { data } = await call('get_tasks', {
        ...{ schedule_id: current, where, sort: 'total_float_days', limit: OPEN_COUNT },
        fields: ['id', 'total_float_days'],
      })
      return { floats: data.tasks.map(({ total_float_days: days }: Reply) => days) }
    },
  },
  dcma: {
    asks: 'Which of the DCMA 14 points fail?',
    members: FAILING,
    ...checksOf('/api/v1/health/dcma-14-point', 'health_dcma_14_point', 'checks'),
  },
  logic: {
    asks: 'Which checks of the logic audit fail?',
    members: FAILING,
    ...checksOf('/api/v1/health/logic-audit', 'health_logic_audit', 'components'),
  },
  progress: {
    asks: 'How many anomalies has the reported progress, in how many tasks?',
    members: { anomalies: 'anomalies', tasks: 'tasks' },
    truth: async (rest, { current }) => {
      const data = await rest('/api/v1/health/progress-audit', { schedule_id: current })
      return { anomalies: data.anomalies, tasks: data.affected_tasks }
    },
    plan: async (call, { current }) => {
      const { data } = await call('health_progress_audit', { schedule_id: current })
      return { anomalies: data.anomalies, tasks: data.affected_tasks }
    },
  },
  changes: {
    asks: 'How many material changes are there since the update before, and by how many calendar days did the finish move?',
    members: { material: 'changes', moved: 'calendar days, later is positive' },
    truth: async (rest, schedules) => {
      const { comparisons, impact } = await rest('/api/v1/forensics/change-tracking', pair(schedules))
      return { material: comparisons[0].changes.material, moved: impact.comparisons[0].finish_shift_days }
    },
    plan: async (call, schedules) => {
      const { data } = await call('forensics_change_tracking', pair(schedules))
      return { material: data.comparisons[0].changes.material, moved: data.impact.comparisons[0].finish_shift_days }
    },
  },
  delay: {
    asks: 'By how many days did the finish move since the update before, and how many of them came by progress and by revisions of the plan?',
    members: { total: 'days', progress: 'days', revision: 'days' },
    truth: async (rest, schedules) => {
      const { total_delay_days: total, windows } = await rest('/api/v1/forensics/delay-analysis', pair(schedules))
      return { total, progress: windows[0].progress_delay_days, revision: windows[0].revision_delay_days }
    },
    plan: async (call, schedules) => {
      const { data } = await call('forensics_delay_analysis', {
        ...pair(schedules),
        output: { fields: ['total_delay_days', 'windows.progress_delay_days', 'windows.revision_delay_days'] },
      })
      const [{ progress_delay_days: progress, revision_delay_days: revision }] = data.windows
      return { total: data.total_delay_days, progress, revision }
    },
  },
  resources: {
    asks: 'Which resources are over-allocated?',
    members: { resources: 'as the answer names them' },
    truth: async (rest, { current }) => {
      const { over_allocations: periods } = await rest('/api/v1/analysis/resources', { schedule_id: current })
      return { resources: [...new Set<string>(periods.map(({ resource }: Reply) => resource))] }
    },
    plan: async (call, { current }) => {
      const fields = ['over_allocations.resource']
      const { data } = await call('analysis_resources', { schedule_id: current, output: { fields } })
      return { resources: [...new Set<string>(data.over_allocations.map(({ resource }: Reply) => resource))] }
    },
  },
  data: {
    asks: 'Is the data valid: how many of the checks for errors and for warnings find something?',
    members: { errors: 'checks', warnings: 'checks' },
    truth: async (rest, { current }) => {
      const { errors, warnings } = await rest('/api/v1/analysis/validate', { schedule_id: current })
      return { errors, warnings }
    },
    plan: async (call, { current }) => {
      const { data } = await call('analysis_validate', { schedule_id: current })
      return { errors: data.errors, warnings: data.warnings }
    },
  },
}

/** A list counts as equal in any order. */
export function isRight(given: unknown, right: Facts): boolean {
  if (typeof given !== 'object' || given === null) return false
  const sorted = (fact: unknown): string =>
    JSON.stringify(Array.isArray(fact) ? [...fact].map(String).sort() : (fact ?? null))
  return Object.entries(right).every(
    ([name, fact]) => sorted((given as Readonly<Record<string, unknown>>)[name]) === sorted(fact),
  )
}
