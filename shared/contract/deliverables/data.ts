/** `data` of the reply of a deliverable. */
import Type, { type TSchema } from 'typebox'
import { CLOSED, countOf, dateOrNull } from '../endpoint/data/members.ts'
import { taskIds, withTaskNames } from '../endpoint/data/named.ts'
import { DELIVERABLES } from '../endpoint/deliverable-formats.ts'
import { OneOf } from '../schedule/containers.ts'

/** What a receiver does with a file in which something is missing. */
export const EFFECTS = ['cannot_be_written', 'rejected', 'flagged', 'accepted'] as const
export type Effect = (typeof EFFECTS)[number]

export const VALUE_SOURCES = ['file', 'computed', 'mapping', 'request', 'default'] as const
export type ValueSource = (typeof VALUE_SOURCES)[number]

/** Tasks that an entry names unless all are asked for. */
export const NAMED_TASKS_MAX = 10

const text = (description: string) => Type.String({ description })
const place = {
  table: text('Table or record of the format.'),
  field: text('Field, as the format names it.'),
}

const rows = {
  rows: countOf('Number of rows concerned.'),
  of: countOf('Number of rows of the table that the field is for.'),
  task_ids: taskIds(
    `The first ${NAMED_TASKS_MAX} tasks concerned, in input order; with options.include_details all of them.`,
  ),
}

const Missing = Type.Object(
  {
    ...place,
    ...rows,
    effect: OneOf(EFFECTS, {
      description:
        'What follows. cannot_be_written: the format has no place for it, and no file is made. rejected: the receiver does not take the file; it is made only with options.allow_incomplete. flagged: the receiver takes it and asks. accepted: the field may be empty.',
    }),
    reason: text('What is missing, or cannot be written, and why.'),
    receiver: text('What the receiver does with it.'),
    remedy: text('How to give it.'),
  },
  CLOSED,
)

const Change = Type.Object(
  { ...place, ...rows, text: text('What is written otherwise than the schedule has it, and why.') },
  CLOSED,
)

const File = Type.Object(
  {
    name: text('Name of the file.'),
    media_type: text('Media type of the file.'),
    encoding: OneOf(['text', 'base64'], { description: 'How `content` has the bytes.' }),
    content: text('The file. With `Accept` of its media type it is the whole reply, as bytes.'),
    bytes: countOf('Length of the file in bytes.'),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the file.' }),
  },
  CLOSED,
)

const orNull = (schema: TSchema, description: string): TSchema => Type.Union([schema, Type.Null()], { description })

export const DeliverableData = withTaskNames(
  Type.Object(
    {
      format: OneOf(
        DELIVERABLES.map(({ name }) => name),
        { description: 'The format.' },
      ),
      receiver: text('Who receives it.'),
      status_date: dateOrNull('Data date of the schedule; null if there is none.'),
      missing: Type.Array(Missing, {
        description: 'All that is missing, the gravest first. It is known before anything is written.',
      }),
      changes: Type.Array(Change, {
        description:
          'What the format cannot hold as the schedule has it (cut, rounded, left out), and what the reader of a file said: `table` is then the place of the file in the request, `field` the code of its warning.',
      }),
      records: Type.Array(Type.Object({ table: place.table, rows: countOf('Number of its rows.') }, CLOSED), {
        description: 'Tables or records of the file; empty if none was written.',
      }),
      sources: Type.Array(
        Type.Object(
          {
            ...place,
            source: OneOf(VALUE_SOURCES, {
              description:
                'Where the values come from: the file as sent, computed here, the mapping, a constant of the request, or a default of the format.',
            }),
            rows: countOf('Number of rows with a value from there.'),
          },
          CLOSED,
        ),
        { description: 'Where the values of each field come from.' },
      ),
      shortened: Type.Array(
        Type.Object({ sent: text('Id of the task.'), written: text('Id that stands for it in the file.') }, CLOSED),
        { description: 'Ids that are written otherwise, by options.shorten_ids, in the order of ids.' },
      ),
      file: orNull(File, 'The file; null if it was not written.'),
    },
    { ...CLOSED, $id: 'DeliverableData', description: 'A file for an authority, and what is missing in it.' },
  ),
)
