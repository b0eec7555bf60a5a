/** Downloads of a result: it is requested once more in that form, and handed to the browser to be saved. */
import { download } from '../dom/download.ts'
import type { LoadedFile } from '../loaded.ts'
import { analyse } from './analyse.ts'
import { bodyOf } from './body.ts'
import { get } from './call.ts'
import { isLarge } from './expected-size.ts'
import type { Access } from './messages.ts'

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
  const context = { access, accept: kept.mediaType, signal: new AbortController().signal }
  if (resultPath !== undefined) return (await get(resultPath, context)) as Blob
  const read = withBaseline ?? file
  const body = await bodyOf(read)
  const sent = { path: kept.path, body: () => body(kept.options), isLarge: await isLarge(read) }
  return (await analyse(sent, context, () => {})) as Blob
}

/** Name of the file without its extension. */
export const stemOf = ({ name }: LoadedFile): string => name.replace(/\.\w+$/, '')

/** Throws Refused. */
export async function takeAlong(loaded: LoadedFile, what: TakeAlong, access: Access): Promise<void> {
  const kept = TAKE_ALONG[what]
  download(await made(loaded, kept, access), `${stemOf(loaded)}.${kept.extension}`)
}
