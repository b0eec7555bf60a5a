/** The levelled schedule as a file: requested with the limits and options of the planner, and written by the service in the form that is wanted. */
import { WRITTEN_FORMATS } from '../../../../shared/contract/schedule/file-formats.ts'
import { download } from '../dom/download.ts'
import type { LoadedFile } from '../loaded.ts'
import type { LevelRequest } from '../schedule/levelling.ts'
import { bodyOf } from './body.ts'
import { limitsOf } from './levelling.ts'
import type { Access } from './messages.ts'
import { refusedBy } from './refused.ts'
import { stemOf } from './take-along.ts'
import { type Reply, transport } from './transport.ts'

export type LevelledForm = 'json' | (typeof WRITTEN_FORMATS)[number]['name']
export const LEVELLED_FORMS: readonly LevelledForm[] = [...WRITTEN_FORMATS.map(({ name }) => name), 'json']

async function sent(path: string, body: XMLHttpRequestBodyInit, access: Access): Promise<Reply> {
  const answer = await transport().send({ path, body, access })
  if (!answer.ok) throw refusedBy(answer.status, await answer.text())
  return answer
}

/** As a request body, which every analysis takes. Throws Refused. */
export async function levelledSchedule(of: LoadedFile, request: LevelRequest, access: Access): Promise<Blob> {
  const options = { ...request.options, include_schedule: true }
  const more = request.limits.size === 0 ? {} : { resource_availability: limitsOf(request) }
  const body = (await bodyOf(of.file))(options, more)
  const answer = await sent('api/v1/resources/allocate', body, access)
  const { schedule } = (await answer.json()) as { schedule: object }
  return new Blob([JSON.stringify(schedule)], { type: 'application/json' })
}

/** `resume_written;count=2;of=9, level_of_effort;count=1;of=1` in words. */
const inWords = (warnings: string): string =>
  warnings.replaceAll('_', ' ').replaceAll(';count=', ': ').replaceAll(';of=', ' of ')

/** Returns what the written file cannot say as it was computed. Throws Refused. */
export async function levelledFile(
  of: LoadedFile,
  request: LevelRequest,
  form: LevelledForm,
  access: Access,
): Promise<string> {
  const schedule = await levelledSchedule(of, request, access)
  const name = `${stemOf(of)}.levelled`
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
