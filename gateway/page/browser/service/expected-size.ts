/** Whether a file is more than a synchronous call takes, guessed without reading it as a schedule: a wrong guess costs time and no more. */
import { transport } from './transport.ts'

const BYTES_MAX = 1_500_000
const TASKS_MAX = 1_000

/** Where each task of a form begins. */
const TASK_OF_XML = /<(?:Task|Activity)>/g
const TASK_OF_JSON = /"id"\s*:/g
const TABLE_OF_XER = /^%T\tTASK\r?$/m

function taskCountIn(text: string): number {
  const table = TABLE_OF_XER.exec(text)
  if (table !== null) {
    const rest = text.slice(table.index + 1)
    const end = rest.indexOf('\n%T')
    return rest.slice(0, end < 0 ? undefined : end).split('\n%R').length - 1
  }
  return (text.match(text.trimStart().startsWith('<') ? TASK_OF_XML : TASK_OF_JSON) ?? []).length
}

/** Whether all files together are large. */
export async function isLarge(...files: readonly Blob[]): Promise<boolean> {
  if (!transport().hasService) return false
  if (files.reduce((sum, { size }) => sum + size, 0) > BYTES_MAX) return true
  const texts = await Promise.all(files.map(file => file.text()))
  return texts.reduce((sum, text) => sum + taskCountIn(text), 0) > TASKS_MAX
}
