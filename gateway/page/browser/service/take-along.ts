/** Downloads of a result: it is requested once more in that form, and handed to the browser to be saved. */
import { download } from '../dom/download.ts'
import type { LoadedFile } from '../loaded.ts'
import { bodyOf } from './body.ts'
import type { Access } from './messages.ts'
import { refusedBy } from './refused.ts'
import { transport } from './transport.ts'

interface Kept {
  readonly path: string
  readonly mediaType: string
  readonly extension: string
  readonly options?: object
}

const CPM = { path: 'api/v1/analysis/cpm' } as const

export const TAKE_ALONG = {
  workbook: {
    ...CPM,
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  whole: { path: 'api/v1/reports', mediaType: 'text/html', extension: 'report.html' },
  report: { ...CPM, mediaType: 'text/html', extension: 'html' },
  checks: { path: 'api/v1/health/dcma-14-point', mediaType: 'text/html', extension: 'dcma-14.html' },
  chart: { ...CPM, mediaType: 'image/svg+xml', extension: 'svg' },
} as const satisfies Record<string, Kept>
export type TakeAlong = keyof typeof TAKE_ALONG

async function made({ file, withBaseline, resultPaths }: LoadedFile, kept: Kept, access: Access): Promise<Blob> {
  const resultPath = resultPaths[kept.path]
  const call = { access, accept: kept.mediaType }
  const answer = await transport().send(
    resultPath === undefined
      ? { ...call, path: kept.path, body: (await bodyOf(withBaseline ?? file))(kept.options) }
      : { ...call, path: resultPath, method: 'GET' },
  )
  if (!answer.ok) throw refusedBy(answer.status, await answer.text())
  return answer.blob()
}

/** Name of the file without its extension. */
export const stemOf = ({ name }: LoadedFile): string => name.replace(/\.\w+$/, '')

/** Throws Refused. */
export async function takeAlong(loaded: LoadedFile, what: TakeAlong, access: Access): Promise<void> {
  const kept = TAKE_ALONG[what]
  download(await made(loaded, kept, access), `${stemOf(loaded)}.${kept.extension}`)
}
