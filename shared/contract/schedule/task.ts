/** Request schemas of a task and of a list of tasks, made from the field rows. */
import Type, { type TSchema } from 'typebox'
import { TaskAssignment } from './assignments.ts'
import { ID_LENGTH_MAX, RELATION_TYPES, TASK_FIELDS, type TaskField } from './fields.ts'

/** A JSON Schema that also accepts null. A wrong value gives one fault; a union would give three. */
const nullable = (schema: Record<string, unknown>): TSchema => Type.Unsafe({ ...schema, type: [schema.type, 'null'] })

export const DependencyLink = Type.Object(
  {
    task_id: Type.Optional(Type.String({ description: 'Predecessor id (aliases: id, predecessor_id, predecessor).' })),
    type: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: [...RELATION_TYPES],
        description: 'Relation (aliases: relationship_type, dependency_type), default FS.',
      }),
    ),
    lag_days: Type.Optional(Type.Number({ description: 'Lag in days, negative for a lead (alias: lag), default 0.' })),
    lag_elapsed: Type.Optional(
      Type.Boolean({
        description:
          'True: the lag counts around the clock, not in working time. Read only if the schedule has calendars. Default false.',
      }),
    ),
  },
  { description: 'A link to a predecessor.' },
)

/** One list may contain strings and objects. */
const Predecessor = {
  $id: 'Predecessor',
  description: 'An id, an id with type and lag ("A SS+2 d"), or the same as an object.',
  anyOf: [{ type: 'string' }, DependencyLink],
}

function schemaOf(field: TaskField): TSchema {
  const words = { description: field.description, examples: [field.example] }
  switch (field.kind) {
    case 'id':
      return Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, ...words })
    case 'number':
      return nullable({
        type: 'number',
        ...(field.minimum === undefined ? {} : { minimum: field.minimum }),
        ...(field.maximum === undefined ? {} : { maximum: field.maximum }),
        ...(field.unit === undefined ? {} : { 'x-unit': field.unit }),
        ...words,
      })
    case 'day':
      return nullable({ type: 'string', 'x-format': 'day', ...words })
    case 'enum':
      return Type.Unsafe({ type: ['string', 'null'], enum: [...(field.values ?? []), null], ...words })
    case 'boolean':
      return nullable({ type: 'boolean', ...words })
    case 'text':
    case 'code':
    case 'resource':
      return nullable({ type: 'string', ...words })
    case 'resources':
      return nullable({ type: 'array', items: { type: 'string' }, ...words })
    case 'links':
      return nullable({ type: 'array', items: Predecessor, ...words })
    case 'assignments':
      return nullable({ type: 'array', items: TaskAssignment, ...words })
    case 'codes':
      return nullable({ type: 'object', ...words })
    case 'object':
      return nullable({ type: 'object', ...words })
  }
}

export const Task = Type.Object(
  Object.fromEntries(
    TASK_FIELDS.map(field => [field.name, field.name === 'id' ? schemaOf(field) : Type.Optional(schemaOf(field))]),
  ),
  { $id: 'Task', description: 'One activity of the schedule.' },
)

/** Marks an array that the readers convert to columns. */
export const TASK_LIST_MARK = 'x-task-list'

export const taskList = (minItems: number, description = 'The tasks of the schedule.'): TSchema =>
  Type.Array(Type.Unsafe({ $ref: '#/components/schemas/Task' }), { minItems, description, [TASK_LIST_MARK]: true })
