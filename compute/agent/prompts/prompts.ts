/** Prompts that a user can choose in a client. Each is a recipe of tools with the schedules filled in. */
import { RPC } from '../../../shared/contract/mcp/protocol.ts'
import { shownText } from '../../../shared/contract/shown-text.ts'
import type { RpcError } from '../message/check-headers.ts'
import type { RpcMessage } from '../message/read-message.ts'
import { membersOf } from '../message/reply.ts'

interface PromptArgument {
  readonly name: string
  readonly description: string
  readonly required: boolean
}

interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly PromptArgument[]
  readonly text: (given: Readonly<Record<string, string>>) => string
}

const schedule = (name: string, description: string): PromptArgument => ({ name, description, required: true })

const SAY_IT =
  'Give every number with its unit, every task with id and name, and say which tool said it. A check that was skipped has not passed. Findings are indicators, not verdicts.'

const PROMPTS: readonly Prompt[] = [
  {
    name: 'monthly_update_review',
    title: 'Review of a monthly update',
    description: 'This month against last month: finish, what moved it, and what of the update cannot be believed.',
    arguments: [
      schedule('previous_schedule_id', 'schedule_id of the update before.'),
      schedule('schedule_id', 'schedule_id of this update.'),
    ],
    text: ({
      previous_schedule_id: before,
      schedule_id: now,
    }) => `Review the update ${now} of a project against the update before it, ${before}.

1. analysis_cpm with schedule_id "${now}": the finish by the file and as computed, and why they differ; explain_task with the same schedule_id: the chain that drives it.
2. health_progress_audit with "${now}": out-of-sequence work, actual dates after the data date, percents that disagree with durations.
3. forensics_change_tracking with current_schedule {"schedule_id": "${now}"} and schedule_history [{"schedule_id": "${before}"}]: what changed, and which edits moved the finish.
4. forensics_delay_analysis with the same: how many days later, by progress and by revision.
5. get_tasks with "${now}", where {"state": "open"}, sort total_float_days, limit 5, slip_days 5: the tightest tasks.

Then write one page: the finish and its movement, what moved it, what changed without moving it, what is not credible, and the three things to do first, task by task. ${SAY_IT}`,
  },
  {
    name: 'delay_story',
    title: 'Story of a delay',
    description: 'How late the project is, since when, through which tasks, and who answers for which part.',
    arguments: [
      schedule('schedule_ids', 'schedule_id of each update, oldest first, separated by commas; the first is the plan.'),
    ],
    text: ({ schedule_ids = '' }) => {
      const ids = schedule_ids
        .split(',')
        .map(id => id.trim())
        .filter(id => id !== '')
      const history = ids
        .slice(0, -1)
        .map(id => `{"schedule_id": "${id}"}`)
        .join(', ')
      return `Tell the story of the delay of a project from its updates, oldest first: ${ids.join(', ')}.

1. forensics_delay_analysis with current_schedule {"schedule_id": "${ids.at(-1) ?? ''}"} and schedule_history [${history}]: days per window, by progress and by revision, with the tasks behind them.
2. forensics_as_planned_vs_as_built with current_schedule {"schedule_id": "${ids.at(-1) ?? ''}"} and baseline_schedule {"schedule_id": "${ids[0] ?? ''}"}: the controlling path.
3. forensics_change_tracking with the same as in 1: revisions that hid or made delay.
4. explain_task on the newest update for the tasks that contributed most.

Tell it window by window: dates, days, tasks, causes. Attribute days to a party only where tasks carry a delay_category; else say that nobody has said who caused them. Say the basis of each figure: working or calendar days, computed or reported finish. ${SAY_IT}`
    },
  },
  {
    name: 'dcma_review',
    title: 'DCMA 14-point review',
    description:
      'Each check with numerator, denominator and limit, the tasks behind the worst, and what could not be checked.',
    arguments: [schedule('schedule_id', 'schedule_id of the schedule.')],
    text: ({ schedule_id: id }) => `Review the schedule ${id} by the DCMA 14-point assessment.

1. health_dcma_14_point with schedule_id "${id}".
2. For the three worst checks: get_tasks with where.ids of the tasks it names, or where.open_end, where.has_constraint, where.float_days_max; fields name, wbs_code, total_float_days, predecessors, successors, constraint.
3. health_logic_audit with "${id}" where logic fails.

Write a table of all checks: numerator, denominator, value, limit, pass or fail; then the three worst with their tasks and what to do with each; then the checks that were skipped, and what they lack. ${SAY_IT}`,
  },
  {
    name: 'recovery_ideas',
    title: 'Ideas to recover time',
    description: 'Which tasks shorten the project most, where resources or float allow it.',
    arguments: [
      schedule('schedule_id', 'schedule_id of the schedule.'),
      { name: 'days', description: 'Days to recover.', required: false },
    ],
    text: ({
      schedule_id: id,
      days,
    }) => `Find ways to recover ${days === undefined ? 'time' : `${days} days`} in the schedule ${id}.

1. explain_task with schedule_id "${id}" and detail "full": the chain that drives the finish.
2. get_tasks with "${id}", where {"is_on_longest_path": true, "state": "open"}, sort drag_days, descending true, fields duration_days, remaining_days, drag_days, predecessors, constraint, calendar, resources: what each task costs the project.
3. analysis_resources with "${id}": what is over-allocated when, and which tasks have float to move.
4. health_logic_audit with "${id}": lags and links that hold the work back without need.

Propose at most five measures, best first: tasks with id and name, days that each can bring back at most (its drag), what it takes, and what becomes critical then. Do not add drags up: after one measure another path may drive. ${SAY_IT}`,
  },
]

const promptNamed = (name: string): Prompt | undefined => PROMPTS.find(prompt => prompt.name === name)

// prompts/list and prompts/get.

const invalid = (message: string): RpcError => ({ status: 200, code: RPC.invalidParams, message })

export const promptList = (): string => membersOf({ prompts: PROMPTS.map(({ text: _, ...listed }) => listed) })

/** Longest argument: some hundred ids. */
const ARGUMENT_CHARACTERS_MAX = 8_000

/** JSON of an object, or of the text of one. */
function objectIn(json: string): Readonly<Record<string, unknown>> | undefined {
  const value: unknown = JSON.parse(json)
  if (typeof value === 'object') return value as Readonly<Record<string, unknown>>
  try {
    const inner: unknown = JSON.parse(String(value))
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? (inner as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

/** body: of the message, in which the arguments lie. */
export function getPrompt({ name, arguments: span }: RpcMessage, body: Uint8Array): string | RpcError {
  if (typeof name !== 'string') return invalid('params.name is missing: the name of the prompt.')
  const prompt = promptNamed(name)
  if (prompt === undefined)
    return invalid(`Unknown prompt: ${name}. The prompts are ${PROMPTS.map(one => one.name).join(', ')}.`)
  if (span === null) return invalid('params.arguments must be an object.')
  const sent = span === undefined ? {} : objectIn(Buffer.from(body.subarray(span.start, span.end)).toString())
  if (sent === undefined) return invalid('params.arguments must be an object.')
  const given: Record<string, string> = {}
  for (const argument of prompt.arguments) {
    const value = Object.hasOwn(sent, argument.name) ? sent[argument.name] : undefined
    if (value === undefined || value === null) {
      if (argument.required) return invalid(`params.arguments.${argument.name} is missing: ${argument.description}`)
      continue
    }
    if (typeof value !== 'string' || value.length > ARGUMENT_CHARACTERS_MAX || shownText(value) !== value)
      return invalid(
        `params.arguments.${argument.name} must be one line of at most ${ARGUMENT_CHARACTERS_MAX} characters.`,
      )
    given[argument.name] = value
  }
  return membersOf({
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }],
  })
}
