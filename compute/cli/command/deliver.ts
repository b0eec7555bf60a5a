/** sis deliver: a schedule as a file for an authority, and what is missing in it. */
import type { Effect } from '../../../shared/contract/deliverables/data.ts'
import { nearest } from '../../../shared/contract/did-you-mean.ts'
import {
  DELIVERABLES,
  type DeliverableId,
  deliverableId,
} from '../../../shared/contract/endpoint/deliverable-formats.ts'
import { READ_OPTIONS } from '../options.ts'
import { type Command, type Context, EXIT, RunError, type RunReply, UsageError } from '../outcome.ts'
import { fileBytes, membersOf, placedFiles } from '../request.ts'
import { noteIgnored } from './analysis-command.ts'

const NAMES = DELIVERABLES.map(({ name }) => name)

interface Delivered {
  readonly missing: readonly {
    readonly table: string
    readonly field: string
    readonly rows: number
    readonly of: number
    readonly effect: Effect
    readonly reason: string
    readonly receiver: string
    readonly remedy: string
  }[]
  readonly changes: readonly {
    readonly table: string
    readonly field: string
    readonly rows: number
    readonly text: string
  }[]
  readonly file: { readonly name: string; readonly encoding: 'text' | 'base64'; readonly content: string } | null
}

export const deliver: Command = {
  usage: 'deliver FORMAT [BASELINE] FILE [--mapping JSON] -o DELIVERED',
  about: `a schedule as a file for an authority: ${NAMES.join(', ')}; what is missing is listed first`,
  options: [...READ_OPTIONS, 'mapping'],
  async run(context) {
    const { options, print, note } = context
    const reply = await run(context)
    const { missing, changes, file } = reply.envelope.data as unknown as Delivered
    if (options.json === true) {
      print(`${reply.json}\n`)
      return EXIT.ok
    }
    note(reply.envelope.summary)
    for (const { effect, table, field, rows, of, reason, receiver, remedy } of missing)
      note(`${effect.replaceAll('_', ' ')}: ${table} ${field}, ${rows} of ${of}. ${reason} ${receiver} ${remedy}`)
    for (const { table, field, rows, text } of changes) note(`changed: ${table} ${field}, ${rows}. ${text}`)
    if (file === null) return EXIT.wrong
    print(Buffer.from(file.content, file.encoding === 'text' ? 'latin1' : 'base64'))
    return EXIT.ok
  },
}

async function run(context: Context): Promise<RunReply> {
  const { paths, options, progress, run } = context
  const [format, ...files] = paths
  const id = idOf(format)
  progress.say(`${id} ...`)
  try {
    const members = { ...membersOf(options), ...mappedMembers(options.mapping) }
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
    `sis deliver takes a format first: ${NAMES.join(', ')}${format === '' ? '.' : `, not "${format}".`}${near === undefined ? '' : ` Is ${near} meant?`}`,
  )
}

/** Members of the request that the file of --mapping has. */
function mappedMembers(path: string | undefined): Record<string, string> {
  if (path === undefined) return {}
  let sent: unknown
  try {
    sent = JSON.parse(fileBytes(path).toString())
  } catch (error) {
    if (error instanceof RunError) throw error
    throw new UsageError(`--mapping takes JSON, and ${path} is none: ${(error as Error).message}`)
  }
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
  const unknown = isObject ? Object.keys(sent as object).filter(name => !['mapping', 'constants'].includes(name)) : []
  if (!isObject || unknown.length > 0)
    throw new UsageError(
      `--mapping takes an object with mapping and constants${unknown.length === 0 ? '' : `, not ${unknown.join(', ')}`}.`,
    )
  return Object.fromEntries(Object.entries(sent as object).map(([name, value]) => [name, JSON.stringify(value)]))
}
