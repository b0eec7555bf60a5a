/**
 * In the description of a request, the id of a kept schedule may replace the tasks. The reader recognises it by the shape
 * (compute/engine/read/kept).
 */
import Type, { type TSchema } from 'typebox'
import { HANDLE_MEMBER } from '../../shared/contract/endpoint/schedule-paths.ts'
import { TASK_LIST_MARK } from '../../shared/contract/schedule/task.ts'

const NAME = Type.String({
  format: 'uuid',
  description: 'In the place of `tasks`: id of a schedule that was kept by POST /api/v1/schedules.',
})

/** What containers of a schedule call the date that it is reported up to. A kept schedule has its own. */
export const DATE_MEMBERS: readonly string[] = ['status_date', 'snapshot_date', 'baseline_date']

type Schema = Readonly<Record<string, unknown>>

const isTaskList = (schema: unknown): boolean => (schema as Schema | undefined)?.[TASK_LIST_MARK] === true
const propertiesOf = (schema: unknown): Schema | undefined =>
  (schema as Schema | undefined)?.properties as Schema | undefined

/** The members that a schedule says itself where it is a kept one need not stand beside its name. */
function loosened(schema: Schema): Schema {
  const properties = propertiesOf(schema)!
  const required = (schema.required ?? []) as readonly string[]
  const left = required.filter(
    name => name !== 'tasks' && !DATE_MEMBERS.includes(name) && !needsDateAlone(properties[name]),
  )
  return {
    ...schema,
    ...(schema.required !== undefined && { required: left }),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, member]) => {
        if (!required.includes(name)) return [name, member]
        if (DATE_MEMBERS.includes(name)) return [name, withNote(member as Schema)]
        return [name, needsDateAlone(member) ? loosened(member as Schema) : member]
      }),
    ),
  }
}

/** Options of which the date of the schedule is the one that must be there. */
function needsDateAlone(member: unknown): boolean {
  const required = ((member as Schema | undefined)?.required ?? []) as readonly string[]
  return (
    propertiesOf(member) !== undefined && required.length > 0 && required.every(name => DATE_MEMBERS.includes(name))
  )
}

const withNote = (date: Schema): Schema => ({
  ...date,
  description: `${date.description} Required, unless the schedule is a kept one or a file that says it.`,
})

function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named)
  if (typeof value !== 'object' || value === null || isTaskList(value)) return value
  const schema = Object.fromEntries(Object.entries(value).map(([word, inner]) => [word, named(inner)])) as Schema
  if (!isTaskList(propertiesOf(schema)?.tasks)) return schema
  const { properties, ...rest } = loosened(schema)
  const { tasks, ...others } = properties as Schema
  return { ...rest, properties: { tasks, [HANDLE_MEMBER]: NAME, ...others } }
}

export const withNames = (request: TSchema): TSchema => named(request) as TSchema
