/** Why a task ends when it does: its fields, the chain that drives it, and the effect of a slip. */
import { textAt } from '../../../shared/schedule/text.ts'
import { type ExplainTaskSent, SLIP_DAYS_DEFAULT } from '../../../shared/tools/service/explain-task.ts'
import type { TaskFactName } from '../../../shared/tools/task-fact-names.ts'
import { showDataDate } from '../cpm/data-date.ts'
import type { PlainMap } from '../summary/plain.ts'
import { inDays } from '../wording/days.ts'
import { idWithName } from '../wording/tasks.ts'
import { type ComputedSchedule, finishText } from './computed-schedule.ts'
import { type Chain, drivingChain, lastTask } from './driving-chain.ts'
import { canSlip, slipOf } from './slip.ts'
import { factsOf, linkText } from './task-facts.ts'

/** Steps of a chain at its beginning and at its end, where not all are shown. */
const FIRST_STEPS = 4
const LAST_STEPS = 6

const OF_TASK: readonly TaskFactName[] = [
  'id',
  'name',
  'state',
  'start',
  'finish',
  'late_finish',
  'total_float_days',
  'free_float_days',
  'drag_days',
  'is_on_longest_path',
  'remaining_days',
  'calendar',
  'constraint',
  'driver',
  'predecessors',
  'successors',
]
const OF_STEP: readonly TaskFactName[] = [
  'id',
  'name',
  'start',
  'finish',
  'remaining_days',
  'total_float_days',
  'calendar',
  'constraint',
]
/** Links of the task that are listed. */
const LINKS_MAX = 8

export interface Explained {
  readonly summary: string
  readonly data: PlainMap
}

/** Index of a task by its id, and by its name where only one is called so; -1 = none. */
export function taskOf({ columns }: ComputedSchedule, idOrName: string): number {
  let named = -1
  let isAmbiguous = false
  for (let i = 0; i < columns.taskCount; i++) {
    if (textAt(columns.id, i) === idOrName) return i
    if (textAt(columns.name, i) === idOrName) {
      isAmbiguous = named >= 0
      named = i
    }
  }
  return isAmbiguous ? -1 : named
}

const called = ({ columns }: ComputedSchedule, i: number): string =>
  idWithName(textAt(columns.id, i), textAt(columns.name, i))

function beginning(schedule: ComputedSchedule, { begins, after, steps }: Chain): string {
  const first = steps[0]!.task
  switch (begins) {
    case 'constraint':
      return `the constraint ${factsOf(schedule, ['constraint'])(first).constraint ?? ''} of ${called(schedule, first)}`
    case 'data_date':
      return `the data date ${showDataDate(schedule.prepared).date ?? ''}`
    case 'project_start':
      return 'the start of the project'
    case 'link':
      return after < 0 ? 'links of summaries' : `${called(schedule, after)}, which is complete`
    default:
      return 'work that is complete'
  }
}

function stepRows(schedule: ComputedSchedule, { steps }: Chain): PlainMap[] {
  const facts = factsOf(schedule, OF_STEP)
  return steps.map(({ task, link, othersDriving }, n) => ({
    ...facts(task),
    ...(link < 0 ? {} : { driven_by: linkText(schedule, steps[n - 1]!.task, link) }),
    ...(othersDriving === 0 ? {} : { others_driving: othersDriving }),
  }))
}

/** Null values say nothing here. */
const withoutNulls = (facts: PlainMap): PlainMap =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))

function cutLinks(facts: PlainMap): PlainMap {
  const cut: PlainMap = {}
  for (const [name, value] of Object.entries(facts)) {
    cut[name] = Array.isArray(value) ? value.slice(0, LINKS_MAX) : value
    if (Array.isArray(value) && value.length > LINKS_MAX) cut[`${name}_left_out`] = value.length - LINKS_MAX
  }
  return cut
}

/** undefined: every task is complete, and none was requested. */
export function explainTask(schedule: ComputedSchedule, sent: ExplainTaskSent): Explained | undefined {
  const task = sent.task_id === undefined ? lastTask(schedule) : taskOf(schedule, sent.task_id)
  if (task < 0) return undefined
  const isWhole = sent.detail === 'full'
  const facts = withoutNulls(factsOf(schedule, OF_TASK)(task))
  const chain = drivingChain(schedule, task)
  const steps = stepRows(schedule, chain).map(withoutNulls)
  const isCut = !isWhole && steps.length > FIRST_STEPS + LAST_STEPS
  const shown = isCut ? [...steps.slice(0, FIRST_STEPS), ...steps.slice(-LAST_STEPS)] : steps
  const slip = canSlip(schedule, task) ? slipOf(schedule, task, sent.slip_days ?? SLIP_DAYS_DEFAULT) : null
  const begins = beginning(schedule, chain)
  const unit = `${schedule.basis} days`
  const sentences = [
    `${called(schedule, task)} finishes ${facts.finish ?? 'at no date that is known'}${facts.total_float_days === undefined ? '' : ` with ${inDays(facts.total_float_days as number, schedule.basis)} of total float`}.`,
    `Its chain has ${steps.length} steps and begins with ${begins}.`,
    slip === null
      ? 'It is complete, or takes no part in the passes: it cannot slip.'
      : `A slip of ${inDays(slip.slip_days as number, schedule.basis)} moves the finish of the project by ${inDays(slip.finish_moves_days as number, schedule.offsetBasis)}, from ${slip.finish_before}${slip.finish_after === null ? '' : ` to ${slip.finish_after}`}.`,
  ]
  return {
    summary: sentences.join(' '),
    data: {
      task: isWhole ? facts : cutLinks(facts),
      project_finish: finishText(schedule.days),
      data_date: showDataDate(schedule.prepared).date,
      unit_of_floats: schedule.choice.mode === 'task_calendars' ? `${unit} of the calendar of each task` : unit,
      chain_begins_with: begins,
      chain: shown,
      ...(isCut
        ? { chain_left_out: { steps: steps.length - shown.length, after_step: FIRST_STEPS, how: 'detail: "full"' } }
        : {}),
      slip,
    },
  }
}
