/** What was read from a project file: metadata.import of every reply to a file. */
import Type, { type Static } from 'typebox'
import { SchedulingOptions } from './calendars.ts'
import { type FileFormat, READ_FORMATS } from './file-formats.ts'

const text = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description })
const count = (description: string) => Type.Integer({ minimum: 0, description })

const ImportWarning = Type.Object(
  {
    code: Type.String({ description: 'Stable code of the kind of warning.' }),
    text: Type.String({ description: 'What was read, guessed or left out, and how this may affect the result.' }),
    count: count('Number of rows concerned.'),
    places: Type.Optional(
      Type.Array(
        Type.Object(
          {
            place: Type.String({ description: 'Table and row, or element, in words.' }),
            value: Type.Optional(Type.String({ description: 'Value that stands there, cut at 100 characters.' })),
          },
          { additionalProperties: false },
        ),
        { description: 'The first 20 of these rows; absent where the warning is about the file as a whole.' },
      ),
    ),
  },
  { additionalProperties: false },
)

const ASSUMED_FROM = ['project_start', 'saved'] as const
export type AssumedFrom = (typeof ASSUMED_FROM)[number]

export const ImportReport = Type.Object(
  {
    path: Type.String({
      description: 'Place in the request for which the file was read, such as tasks or current_schedule.tasks.',
    }),
    format: Type.Unsafe<FileFormat>({
      type: 'string',
      enum: READ_FORMATS.map(({ name }) => name),
      description: 'Format of the file.',
    }),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description:
          'SHA-256 of the bytes of the file as it came, unpacked where the call was compressed: what sha256sum prints of it. Absent of a schedule that was kept before the service knew it.',
      }),
    ),
    format_version: text('Version of the format as the file states it; null if it states none.'),
    encoding: Type.String({ description: 'Character encoding with which the file was read.' }),
    project_id: text('Id of the project that was read; null if the file has none.'),
    project_name: text('Name of the project; null if the file has none.'),
    data_date: text(
      'Data date in the file, with its time; null if it has none. A status_date in the request overrides it.',
    ),
    saved_at: Type.Optional(
      Type.String({
        description: 'When Microsoft Project saved the file last, where the file says so.',
      }),
    ),
    assumed_date: Type.Optional(
      Type.Object(
        {
          date: Type.String({ description: 'The day, with its time where the file has it.' }),
          from: Type.Unsafe<AssumedFrom>({
            type: 'string',
            enum: ASSUMED_FROM,
            description:
              'project_start: nothing of it has begun, so it is a plan, and stands where its project begins or where it was saved before that. saved: when it was saved last, or the last actual date of that day where that is later.',
          }),
        },
        {
          additionalProperties: false,
          description:
            'Of a file without a data date: what every call takes for it where no date is sent, of a plan where it is compared with others. Absent where the file gives nothing to go by.',
        },
      ),
    ),
    scheduling_options: Type.Unsafe<Static<typeof SchedulingOptions>>({
      ...SchedulingOptions,
      $id: 'ImportedSchedulingOptions',
      description:
        'Rules for dates and floats: those in the file, and the defaults of its tool for the others. Members of the request override them.',
    }),
    counts: Type.Object(
      {
        tasks: count('Number of tasks read.'),
        links: count('Number of links read.'),
        calendars: count('Number of calendars read.'),
        resources: count('Number of different resources of the tasks.'),
        rows_left_out: count('Number of rows of these tables that could not be read.'),
      },
      { additionalProperties: false },
    ),
    warnings: Type.Array(ImportWarning),
  },
  { $id: 'ImportReport', additionalProperties: false, description: 'What was read from a project file.' },
)
export type ImportReport = Static<typeof ImportReport>
