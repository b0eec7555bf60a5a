/** The computed tasks of a file as a workbook: asked for once more in that form, and handed to the browser to be kept. */
import type { LoadedFile } from '../loaded.ts'
import { bodyOf } from './body.ts'
import type { Access } from './messages.ts'
import { refusedBy } from './refused.ts'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const PATH = 'api/v1/analysis/cpm'
const OPTIONS = { include_task_details: true }

async function workbookOf({ file, resultPath }: LoadedFile, { base, key }: Access): Promise<Blob> {
  const headers: Record<string, string> = { 'x-api-key': key, accept: WORKBOOK }
  const body = resultPath === undefined ? (await bodyOf(file))(OPTIONS) : null
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  const answer = await fetch(
    new URL(resultPath ?? PATH, base),
    resultPath === undefined ? { method: 'POST', headers, body } : { headers },
  )
  if (!answer.ok) throw refusedBy(answer.status, await answer.text())
  return answer.blob()
}

/** Throws Refused. */
export async function saveWorkbook(loaded: LoadedFile, access: Access): Promise<void> {
  const address = URL.createObjectURL(await workbookOf(loaded, access))
  const link = document.createElement('a')
  link.href = address
  link.download = `${loaded.name.replace(/\.\w+$/, '')}.xlsx`
  link.click()
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
