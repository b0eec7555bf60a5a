/** What was made of a project file: metadata.import of every reply to one. Shown in words, so that nobody has to guess what was read. */
import Type, { type Static } from 'typebox'
import { SchedulingOptions } from './calendars.ts'

export const FILE_FORMATS = ['xer', 'p6_xml', 'ms_project_xml'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

const text = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description })
const count = (description: string) => Type.Integer({ minimum: 0, description })

export const ImportWarning = Type.Object(
  {
    code: Type.String({ description: 'What it is about; stays the same from version to version.' }),
    text: Type.String({ description: 'What was read, guessed or left out, and what that may change.' }),
    count: count('Rows concerned.'),
  },
  { additionalProperties: false },
)

export const ImportReport = Type.Object(
  {
    path: Type.String({
      description: 'Container of the request that the file was read into, such as tasks or current_schedule.tasks.',
    }),
    format: Type.Unsafe<FileFormat>({ type: 'string', enum: [...FILE_FORMATS], description: 'Format of the file.' }),
    format_version: text('Version that the file names.'),
    encoding: Type.String({ description: 'Character encoding that its texts were read in.' }),
    project_id: text('Project that was read.'),
    project_name: text('Its name.'),
    data_date: text(
      'Data date that the file states, with its time; null where it states none. A status_date that is sent wins.',
    ),
    scheduling_options: Type.Unsafe<Static<typeof SchedulingOptions>>({
      ...SchedulingOptions,
      $id: 'ImportedSchedulingOptions',
      description:
        'Rules by which dates and floats are computed: those that the file states, and the defaults of its tool for the others. Members of the request win.',
    }),
    counts: Type.Object(
      {
        tasks: count('Tasks read.'),
        links: count('Links read.'),
        calendars: count('Calendars read.'),
        resources: count('Resources that tasks name.'),
        rows_left_out: count('Rows of these tables that could not be read.'),
      },
      { additionalProperties: false },
    ),
    warnings: Type.Array(ImportWarning),
  },
  { $id: 'ImportReport', additionalProperties: false, description: 'What was read from a project file.' },
)
export type ImportReport = Static<typeof ImportReport>
