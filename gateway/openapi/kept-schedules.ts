/**
 * In the description of a request, the id of a kept schedule may replace the tasks. The reader recognises it by the shape
 * (compute/engine/read/kept).
 */
import Type, { type TSchema } from 'typebox'
import { HANDLE_MEMBER } from '../../shared/endpoint/schedule-paths.ts'
import { TASK_LIST_MARK } from '../../shared/schedule/task.ts'

const NAME = Type.String({
  format: 'uuid',
  description: 'In the place of `tasks`: id of a schedule that was kept by POST /api/v1/schedules.',
})

type Schema = Readonly<Record<string, unknown>>

const isTaskList = (schema: unknown): boolean => (schema as Schema | undefined)?.[TASK_LIST_MARK] === true

function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named)
  if (typeof value !== 'object' || value === null || isTaskList(value)) return value
  const schema = Object.fromEntries(Object.entries(value).map(([word, inner]) => [word, named(inner)])) as Schema
  const properties = schema.properties as Schema | undefined
  if (properties === undefined || !isTaskList(properties.tasks)) return schema
  const required = (schema.required as readonly string[] | undefined)?.filter(name => name !== 'tasks')
  const { tasks, ...others } = properties
  return { ...schema, ...(required && { required }), properties: { tasks, [HANDLE_MEMBER]: NAME, ...others } }
}

export const withNames = (request: TSchema): TSchema => named(request) as TSchema
