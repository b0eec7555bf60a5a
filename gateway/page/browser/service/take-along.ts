/** Downloads of a result: it is requested once more in that form, and handed to the browser to be saved. */
import type { LoadedFile } from '../loaded.ts'
import { bodyOf } from './body.ts'
import type { Access } from './messages.ts'
import { refusedBy } from './refused.ts'

interface Kept {
  readonly path: string
  readonly mediaType: string
  readonly extension: string
  readonly options?: object
}

const CPM = { path: 'api/v1/analysis/cpm', options: { include_task_details: true } } as const

export const TAKE_ALONG = {
  workbook: {
    ...CPM,
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  report: { ...CPM, mediaType: 'text/html', extension: 'html' },
  checks: { path: 'api/v1/health/dcma-14-point', mediaType: 'text/html', extension: 'dcma-14.html' },
  chart: { ...CPM, mediaType: 'image/svg+xml', extension: 'svg' },
} as const satisfies Record<string, Kept>
export type TakeAlong = keyof typeof TAKE_ALONG

async function made({ file, resultPaths }: LoadedFile, kept: Kept, { base, key }: Access): Promise<Blob> {
  const headers: Record<string, string> = { 'x-api-key': key, accept: kept.mediaType }
  const resultPath = resultPaths[kept.path]
  const body = resultPath === undefined ? (await bodyOf(file))(kept.options) : null
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  const request = resultPath === undefined ? { method: 'POST', headers, body } : { headers }
  const answer = await fetch(new URL(resultPath ?? kept.path, base), request)
  if (!answer.ok) throw refusedBy(answer.status, await answer.text())
  return answer.blob()
}

/** Throws Refused. */
export async function takeAlong(loaded: LoadedFile, what: TakeAlong, access: Access): Promise<void> {
  const kept = TAKE_ALONG[what]
  const address = URL.createObjectURL(await made(loaded, kept, access))
  const link = document.createElement('a')
  link.href = address
  link.download = `${loaded.name.replace(/\.\w+$/, '')}.${kept.extension}`
  link.click()
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
