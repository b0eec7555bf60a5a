/** Why a task ends when it does: its fields, the chain that drives it, and the effect of a slip. */
import { cut, textAt } from '../../../shared/contract/schedule/text.ts'
import { type ExplainTaskSent, SLIP_DAYS_DEFAULT } from '../../../shared/contract/tools/service-tools.ts'
import type { TaskFactName } from '../../../shared/contract/tools/task-fact-names.ts'
import { EPSILON_DAYS } from '../calendar/snap.ts'
import { dataDateHoldsNothing } from '../clock/rules.ts'
import { showDataDate } from '../cpm/data-date.ts'
import { IN_PROGRESS } from '../population/progress.ts'
import type { PlainMap } from '../summary/plain.ts'
import { inDays } from '../wording/days.ts'
import { plural } from '../wording/numbers.ts'
import { idWithName, listed } from '../wording/tasks.ts'
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
/** How many links that drive a step as well are named. */
const OTHERS_NAMED_MAX = 2
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

/** Tasks that a refusal names. */
const MEANT_MAX = 5

/** Why a text names no single task, and the ids that were probably meant. */
export function notOneTask({ columns }: ComputedSchedule, idOrName: string): string {
  const asked = JSON.stringify(cut(idOrName))
  const idsWhere = (accepts: (id: string, name: string) => boolean): string[] => {
    const ids: string[] = []
    for (let i = 0; i < columns.taskCount; i++)
      if (accepts(textAt(columns.id, i), textAt(columns.name, i))) ids.push(textAt(columns.id, i))
    return ids.sort()
  }
  const namesakes = idsWhere((_, name) => name === idOrName)
  if (namesakes.length > 0)
    return `${namesakes.length} tasks are called ${asked}: ${listed(namesakes.slice(0, MEANT_MAX), namesakes.length)}; name one by its id`
  const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const [wanted, part] = [folded(idOrName), idOrName.toLowerCase()]
  const alike = idsWhere((id, name) => wanted !== '' && (folded(id) === wanted || folded(name) === wanted))
  const meant = alike.length > 0 ? alike : idsWhere((id, name) => `${id} ${name}`.toLowerCase().includes(part))
  return meant.length === 0
    ? `no task is called ${asked}; get_tasks with where.text finds ids`
    : `no task is called ${asked}; did you mean ${listed(meant.slice(0, MEANT_MAX), meant.length)}?`
}

const called = ({ columns }: ComputedSchedule, i: number): string =>
  idWithName(textAt(columns.id, i), textAt(columns.name, i))

/** With how it was found, where nobody gave it. */
function dataDateText({ prepared }: ComputedSchedule): string {
  const { date, source } = showDataDate(prepared)
  return `the data date ${date ?? ''}${source === 'inferred' ? ', which nobody gave: the day after the latest actual date' : ''}`
}

/** Work in progress that the data date does not hold: it goes on from its own dates. */
function onItsOwn(schedule: ComputedSchedule, task: number): string | undefined {
  const { input } = schedule.prepared
  if (input.state[task] !== IN_PROGRESS) return undefined
  const isLater = input.reportedStart[task] > input.dataDate + EPSILON_DAYS
  const isFree = dataDateHoldsNothing(input)
  if (!isLater && !isFree) return undefined
  const { start } = factsOf(schedule, ['start'])(task)
  return `${called(schedule, task)}, in progress since ${start}${isLater ? `, which is after ${dataDateText(schedule)}` : ''}`
}

function beginning(schedule: ComputedSchedule, { begins, after, steps }: Chain): string {
  const first = steps[0]!.task
  switch (begins) {
    case 'constraint':
      return `the constraint ${factsOf(schedule, ['constraint'])(first).constraint ?? ''} of ${called(schedule, first)}`
    case 'data_date':
      return onItsOwn(schedule, first) ?? dataDateText(schedule)
    case 'project_start':
      return onItsOwn(schedule, first) ?? 'the start of the project'
    case 'link':
      return after < 0 ? 'links of summaries' : `${called(schedule, after)}, which is complete`
    default:
      return 'work that is complete'
  }
}

function drivenBy(schedule: ComputedSchedule, before: number | undefined, link: number): PlainMap {
  if (before === undefined) return {}
  return {
    driven_by: link < 0 ? `${called(schedule, before)}, by a link of a summary` : linkText(schedule, before, link),
  }
}

function stepRows(schedule: ComputedSchedule, { steps }: Chain): PlainMap[] {
  const facts = factsOf(schedule, OF_STEP)
  return steps.map(({ task, link, othersDriving }, n) => ({
    ...facts(task),
    ...drivenBy(schedule, steps[n - 1]?.task, link),
    ...(othersDriving.length === 0
      ? {}
      : {
          others_driving: othersDriving.length,
          also_driven_by: othersDriving
            .slice(0, OTHERS_NAMED_MAX)
            .map(k => linkText(schedule, schedule.network.task[k], k)),
        }),
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
    `Its chain has ${plural(steps.length, 'step')} and begins with ${begins}.`,
    slip === null
      ? 'It is complete, or takes no part in the passes: it cannot slip.'
      : `A slip of ${inDays(slip.slip_days as number, schedule.basis)} (${slip.slip_means}) moves the finish of the project by ${inDays(slip.finish_moves_days as number, schedule.offsetBasis)}${slip.finish_before === null ? '' : `, from ${slip.finish_before} to ${slip.finish_after}`}.`,
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
