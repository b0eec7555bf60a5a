/** Query of every call whose answer may be CSV, which holds one table. */
import Type from 'typebox'

// Query of every call that takes project files.

const PROJECT_LENGTH_MAX = 200
const ENCODING_LENGTH_MAX = 40

export const fileQuery = {
  project: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: PROJECT_LENGTH_MAX,
      description: 'Of a project file with several projects: the id or name of the one to read. JSON does not need it.',
    }),
  ),
  encoding: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ENCODING_LENGTH_MAX,
      description:
        'Character encoding of a project file that names none, such as windows-1251. Absent: UTF-8 where the file is valid as such, else windows-1252.',
    }),
  ),
}

const TABLE_LENGTH_MAX = 100

export const tableQuery = {
  table: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: TABLE_LENGTH_MAX,
      description:
        'Of an answer as text/csv: the table that it holds. Absent: the main one. Names are those of the sheets of the workbook: paths in the result without data, such as tasks, findings, summary. One that there is not is refused with all there are.',
    }),
  ),
}

export const TableQuery = Type.Object(tableQuery)

/** Query of an analysis. */
export const AnalysisQuery = Type.Object({ ...fileQuery, ...tableQuery })
