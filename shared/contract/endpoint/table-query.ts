/** Query of every call whose answer may be CSV, which holds one table. */
import Type from 'typebox'
import { fileQuery } from './file-query.ts'

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

/** Of an analysis. */
export const AnalysisQuery = Type.Object({ ...fileQuery, ...tableQuery })
