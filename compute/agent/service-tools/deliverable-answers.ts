/** What an agent is told of a file for an authority: what is missing and changed, whether the file keeps its rules, and where it lies. The file itself stays away from its context. */
import type { ReplyContext } from '../../../shared/contract/envelope.ts'
import type { Refusal } from '../../../shared/contract/errors.ts'
import { validated } from '../../engine/deliverables/validate/validate.ts'
import { isRefusal } from '../../engine/result/result.ts'
import type { PlainMap } from '../../engine/summary/plain.ts'
import { plainAnswer, type ToolAnswer } from '../answer.ts'

const LISTED_MAX = 12
const TASKS_MAX = 3
const PLACES_MAX = 2

// biome-ignore lint/suspicious/noExplicitAny: data of the row, whose schema its tests hold
type Data = any

const listed = (name: string, list: readonly Data[], show: (each: Data) => PlainMap): PlainMap => ({
  [name]: list.slice(0, LISTED_MAX).map(show),
  ...(list.length > LISTED_MAX ? { [`${name}_left_out`]: list.length - LISTED_MAX } : {}),
})

function validationOf(data: Data): PlainMap {
  const { format, is_valid, error_count, warning_count, faults } = data
  const show = ({ severity, table, field, text, count, examples }: Data): PlainMap => ({
    severity,
    table,
    field,
    text,
    count,
    examples: examples.slice(0, PLACES_MAX),
  })
  return { format, is_valid, error_count, warning_count, ...listed('faults', faults, show) }
}

/** Anybody's file held against the rules of its format. */
export function validationAnswer(bytes: Uint8Array, reply: ReplyContext): ToolAnswer | Refusal {
  const result = validated(bytes, ['base64'])
  return isRefusal(result) ? result : plainAnswer(result.summary!, validationOf(result.data), reply)
}

/** The stored envelope of a job that made a file. */
export function deliveredAnswer(
  { job_id, status, result_url }: Data,
  { summary, data }: Data,
  reply: ReplyContext,
): ToolAnswer {
  const { missing, changes, records, file } = data
  const result =
    file === null ? undefined : validated(Buffer.from(file.content, file.encoding === 'text' ? 'latin1' : 'base64'), [])
  const validation = result === undefined || isRefusal(result) ? null : validationOf(result.data)
  const where = file === null ? '' : ` The file: GET ${result_url} with Accept: ${file.media_type}.`
  const shown: PlainMap = {
    job_id,
    status,
    ...listed('missing', missing, ({ table, field, rows, of, task_ids, effect, reason, remedy }) => ({
      table,
      field,
      rows,
      of,
      task_ids: task_ids.slice(0, TASKS_MAX),
      effect,
      reason,
      remedy,
    })),
    ...listed('changes', changes, ({ table, field, rows, text }) => ({ table, field, rows, text })),
    records,
    file:
      file === null
        ? null
        : { name: file.name, media_type: file.media_type, bytes: file.bytes, sha256: file.sha256, url: result_url },
    validation,
  }
  return plainAnswer(`${summary}${where}`, shown, reply, status)
}
