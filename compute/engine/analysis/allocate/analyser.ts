/** POST /api/v1/resources/allocate: what the analysis levelling finds, in the form that the specification names, and the levelled schedule. */
import { type Analyser, type AnalysisInput, type ResultValue, TaskRows } from '../../result/result.ts'
import { plural } from '../../wording/numbers.ts'
import { type Levelling, levelSchedule } from '../levelling/analyser.ts'
import { notHeld, scheduleWith } from '../levelling/levelled-schedule.ts'

export const allocate: Analyser = (input, context) => {
  const found = levelSchedule(withNamedResources(input), context)
  if ('code' in found) return found
  const { levelling, result } = found
  const { include_schedule } = (input.params.options ?? {}) as { readonly include_schedule?: boolean }
  const schedule = include_schedule === true ? scheduleOf(input, levelling) : undefined
  const lost = schedule === undefined ? 0 : notHeld(levelling)
  const message =
    lost === 0
      ? result.summary
      : `${result.summary} The schedule cannot hold the delay of ${plural(lost, 'task')}, which ${lost === 1 ? 'has a constraint' : 'have constraints'} in the place of the start no earlier.`
  return { ...result, data: { allocation: result.data, message, schedule } }
}

/** `resources` of the specification are names: of those that are levelled. */
function withNamedResources(input: AnalysisInput): AnalysisInput {
  const { resources, options } = input.params as { resources?: readonly unknown[]; options?: Record<string, unknown> }
  const names = (resources ?? []).filter(each => typeof each === 'string')
  if (names.length === 0 || (options?.resources ?? null) !== null) return input
  return { ...input, params: { ...input.params, options: { ...options, resources: names } } }
}

const NOT_OF_A_SCHEDULE = ['options', 'resource_availability', 'task_priorities']

function scheduleOf({ params }: AnalysisInput, { columns, model, levelled }: Levelling): ResultValue {
  const members = Object.entries(params as Record<string, ResultValue>).flatMap(([name, value]) => {
    if (NOT_OF_A_SCHEDULE.includes(name)) return []
    if (name !== 'resources' || !Array.isArray(value)) return [[name, value] as const]
    const described = value.filter(each => typeof each !== 'string')
    return described.length === 0 ? [] : [[name, described] as const]
  })
  return { ...Object.fromEntries(members), tasks: new TaskRows(scheduleWith(columns, model, levelled.placing)) }
}
