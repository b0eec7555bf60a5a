/** A schedule as a file: written by the service in the form that is wanted, and handed to the browser. */
import { WRITTEN_FORMATS } from '../../../../shared/contract/schedule/file-formats.ts'
import { download } from '../dom/download.ts'
import type { LoadedFile } from '../loaded.ts'
import { applied, type Body, type Change } from '../schedule/changes.ts'
import { readByService } from './file-fields.ts'
import type { Access } from './messages.ts'
import { refusedBy } from './refused.ts'
import { stemOf } from './take-along.ts'
import { type Reply, transport } from './transport.ts'

export type WrittenForm = 'json' | (typeof WRITTEN_FORMATS)[number]['name']
export const WRITTEN_FORMS: readonly WrittenForm[] = [...WRITTEN_FORMATS.map(({ name }) => name), 'json']

export async function sent(path: string, body: XMLHttpRequestBodyInit, access: Access): Promise<Reply> {
  const answer = await transport().send({ path, body, access })
  if (!answer.ok) throw refusedBy(answer.status, await answer.text())
  return answer
}

/** `resume_written;count=2;of=9, level_of_effort;count=1;of=1` in words. */
const inWords = (warnings: string): string =>
  warnings.replaceAll('_', ' ').replaceAll(';count=', ': ').replaceAll(';of=', ' of ')

/** name: without an extension. Returns what the written file cannot say as it was computed. Throws Refused. */
export async function takeWritten(schedule: Blob, name: string, form: WrittenForm, access: Access): Promise<string> {
  const row = WRITTEN_FORMATS.find(each => each.name === form)
  if (row === undefined) {
    download(schedule, `${name}.json`)
    return ''
  }
  const answer = await sent(`api/v1/schedules/convert?to=${row.name}`, await schedule.text(), access)
  // two tools write XML
  const tool = row.name.startsWith('p6') && row.extension === ('.xml' as string) ? '.p6' : ''
  download(await answer.blob(), `${name}${tool}${row.extension}`)
  return inWords(answer.headers.get('conversion-warnings') ?? '')
}

/** The file with changes. Throws Refused. */
export async function takeChanged(
  of: LoadedFile,
  changes: readonly Change[],
  form: WrittenForm,
  access: Access,
): Promise<string> {
  const body = await readByService<Body>(of.file, { access, signal: new AbortController().signal })
  const changed = new Blob([JSON.stringify(applied(body, changes))], { type: 'application/json' })
  return takeWritten(changed, `${stemOf(of)}.what-if`, form, access)
}
