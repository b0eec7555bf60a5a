/** sis deliver: a schedule as a file for an authority, and what is missing in it. */
import type { Effect } from '../../../shared/contract/deliverables/data.ts'
import { nearest } from '../../../shared/contract/did-you-mean.ts'
import {
  DELIVERABLES,
  DELIVERABLES_PATH,
  type DeliverableId,
  deliverableId,
} from '../../../shared/contract/endpoint/deliverable-formats.ts'
import { validated } from '../../engine/deliverables/validate/validate.ts'
import { isRefusal } from '../../engine/result/result.ts'
import { fileBytes } from '../disk.ts'
import { READ_OPTIONS } from '../options.ts'
import { type Command, type Context, EXIT, RunError, type RunReply, refusalLines, UsageError } from '../outcome.ts'
import { mappedMembers, membersOf, placedFiles } from '../request.ts'
import type { Service } from '../service.ts'
import { counted } from '../terminal.ts'
import { noteIgnored } from './analysis-command.ts'

const VALIDATE = 'validate'
const NAMES = DELIVERABLES.map(({ name }) => name)

interface Delivered {
  readonly missing: readonly {
    readonly table: string
    readonly field: string
    readonly rows: number
    readonly of: number
    readonly task_ids: readonly string[]
    readonly effect: Effect
    readonly reason: string
    readonly receiver: string
    readonly remedy: string
  }[]
  readonly changes: readonly {
    readonly table: string
    readonly field: string
    readonly rows: number
    readonly task_ids: readonly string[]
    readonly text: string
  }[]
  readonly file: { readonly name: string; readonly encoding: 'text' | 'base64'; readonly content: string } | null
}

export const deliver: Command = {
  usage: 'deliver FORMAT [BASELINE] FILE [--mapping JSON] -o DELIVERED, or deliver validate FILE',
  about: `a schedule as a file for an authority: ${NAMES.join(', ')}; what is missing is listed first; an SDEF has no place for a BASELINE`,
  options: [...READ_OPTIONS, 'mapping'],
  async run(context) {
    const { options, paths, print, note } = context
    if (paths[0] === VALIDATE) return validate(context)
    const reply = await run(context)
    const { missing, changes, file } = reply.envelope.data as unknown as Delivered
    if (options.json === true) {
      print(`${reply.json}\n`)
      return EXIT.ok
    }
    note(reply.envelope.summary)
    for (const { effect, table, field, rows, of, task_ids, reason, receiver, remedy } of missing) {
      const where = `${rows} of ${of}${rows === of ? '' : firstOf(task_ids, rows)}`
      note(`${effect.replaceAll('_', ' ')}: ${table} ${field}, ${where}. ${reason} ${receiver} ${remedy}`)
    }
    for (const { table, field, rows, task_ids, text } of changes)
      note(`changed: ${table} ${field}, ${rows}${firstOf(task_ids, rows)}. ${text}`)
    if ([...missing, ...changes].some(({ rows, task_ids }) => task_ids.length > 0 && rows > task_ids.length))
      note('All tasks of each line: --json --set options.include_details=true.')
    if (file === null) return EXIT.wrong
    print(Buffer.from(file.content, file.encoding === 'text' ? 'latin1' : 'base64'))
    return EXIT.ok
  },
}

/** " (A10, A20 and others)" */
const firstOf = (ids: readonly string[], rows: number): string =>
  ids.length === 0
    ? ''
    : ` (${ids.slice(0, EXAMPLES_SHOWN_MAX).join(', ')}${rows > Math.min(ids.length, EXAMPLES_SHOWN_MAX) ? ' and others' : ''})`

/** Anybody's file held against the rules of its format. */
async function validate({ options, paths, print, service }: Context): Promise<number> {
  const [, path, ...more] = paths
  if (path === undefined || more.length > 0) throw new UsageError('sis deliver validate takes one file.')
  const bytes = fileBytes(path)
  const reply = service === undefined ? validatedHere(bytes) : await validatedBy(service, bytes)
  const { format, is_valid, error_count, warning_count, faults } = reply
  if (options.json === true) print(`${JSON.stringify(reply)}\n`)
  else
    print([
      `${format}: ${counted(error_count, 'error')}, ${counted(warning_count, 'warning')}`,
      ...faults.map(({ severity, table, field, count, text, examples }) => {
        const where = examples
          .slice(0, EXAMPLES_SHOWN_MAX)
          .map(({ row, value }) => [row, value].filter(each => each !== null).join(' '))
        return `${severity}: ${table}${field === null ? '' : ` ${field}`}, ${count}. ${text} (${where.join('; ')})`
      }),
    ])
  return is_valid ? EXIT.ok : EXIT.wrong
}

const EXAMPLES_SHOWN_MAX = 3

interface Checked {
  readonly format: string
  readonly is_valid: boolean
  readonly error_count: number
  readonly warning_count: number
  readonly faults: readonly {
    readonly severity: string
    readonly table: string
    readonly field: string | null
    readonly text: string
    readonly count: number
    readonly examples: readonly { readonly row: number | null; readonly value: string | null }[]
  }[]
}

function validatedHere(bytes: Buffer): Checked {
  const result = validated(bytes, [])
  if (isRefusal(result)) throw new RunError(refusalLines(result))
  return result.data as unknown as Checked
}

const validatedBy = (service: Service, bytes: Buffer): Promise<Checked> =>
  service.json(`${DELIVERABLES_PATH}/${VALIDATE}`, {
    method: 'POST',
    body: async () => ({ body: new Blob([new Uint8Array(bytes)]), contentType: 'application/octet-stream' }),
  })

async function run(context: Context): Promise<RunReply> {
  const { paths, options, progress, run } = context
  const [format, ...files] = paths
  const id = idOf(format)
  progress.say(`${id} ...`)
  try {
    const mapped = Object.entries(mappedMembers(options.mapping)).map(([name, value]) => [name, JSON.stringify(value)])
    const members = { ...membersOf(options), ...Object.fromEntries(mapped) }
    const reply = await run({ id, files: placedFiles(id, files), members })
    progress.clear()
    noteIgnored(context, id, reply.envelope)
    return reply
  } finally {
    progress.clear()
  }
}

function idOf(format = ''): DeliverableId {
  const name = NAMES.find(each => each === format)
  if (name !== undefined) return deliverableId(name)
  const near = nearest(format, NAMES)
  throw new UsageError(
    `sis deliver takes a format first: ${[...NAMES, VALIDATE].join(', ')}${format === '' ? '.' : `, not "${format}".`}${near === undefined ? '' : ` Is ${near} meant?`}`,
  )
}
