/** The call that a newcomer makes first: the critical path of four tasks. What start prints and the front page shows. */
import { READ_FORMATS } from './schedule/file-formats.ts'

export const FIRST_CALL = {
  title: 'The critical path of four tasks',
  path: '/api/v1/analysis/cpm',
  body: '{"tasks":[{"id":"A","duration_days":3},{"id":"B","duration_days":5,"predecessors":["A"]},{"id":"C","duration_days":2,"predecessors":["A"]},{"id":"D","duration_days":4,"predecessors":["B","C"]}]}',
} as const

/** The call of somebody who has a project file. */
export const FILE_CALL = {
  title: `The DCMA 14 points of a project file (${READ_FORMATS.map(({ label }) => label).join(', ')})`,
  path: '/api/v1/health/dcma-14-point',
} as const

const shellWord = (text: string): string => (/^[\w./@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** curl takes a comma, a semicolon and quotes in the name of a file for its own unless the name is quoted. */
const formFile = (path: string): string => (/[;,"]/.test(path) ? `"${path.replaceAll(/["\\]/g, '\\$&')}"` : path)

/** As a line for a shell; `keyHeader` is the header with the key, quoted for the shell. */
export const fileCallLine = (address: string, keyHeader: string, file = 'update.xer'): string =>
  `curl -s -F ${shellWord(`schedule=@${formFile(file)}`)} ${address}${FILE_CALL.path} -H ${keyHeader}`

export const firstCallLine = (address: string, keyHeader: string): string =>
  `curl -s ${address}${FIRST_CALL.path} -H ${keyHeader} -H 'content-type: application/json' -d '${FIRST_CALL.body}'`
