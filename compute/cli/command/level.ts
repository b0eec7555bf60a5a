/** sis level: which task waits for which resource, until when, and what that costs. */
import { ALLOCATION_ID, ALLOCATION_PATH } from '../../../shared/contract/endpoint/paths.ts'
import { roundHalfAway } from '../../engine/wording/numbers.ts'
import { runSchedule } from '../local-run.ts'
import type { Command, Context, Envelope } from '../outcome.ts'
import { EXIT } from '../outcome.ts'
import { membersOf, naming } from '../request.ts'
import { bodyOf } from '../service.ts'
import { type Layout, table } from '../terminal.ts'
import { viewCommand } from './analysis-command.ts'
import { bodyAs, checkRoomForJson, giveFile, noteConversion, targetOf } from './convert.ts'

/** Delays that are printed; --json has all. */
const SHOWN_MAX = 20
const CHAIN_MAX = 10

const shown = viewCommand(
  'analysis.levelling',
  {
    usage: 'level FILE [--to FORM -o FILE]',
    about:
      'delay tasks until limits hold, with a reason for each; --set options.rule=p6, options.effort=best, options.allow_splits=true; --to: the levelled schedule as a file',
    options: ['to'],
  },
  delaysView,
)

export const level: Command = {
  ...shown,
  async run(context) {
    if (context.options.to === undefined) return shown.run(context)
    const to = targetOf(context.options.to)
    checkRoomForJson(context)
    const { schedule, ...said } = await allocated(context)
    const converted = await bodyAs(context, Buffer.from(JSON.stringify(schedule)), to)
    noteConversion(context, converted)
    giveFile(context, converted, said)
    return EXIT.ok
  },
}

interface Allocated {
  readonly message: string
  readonly schedule: object
}

/** What was levelled, and the levelled schedule as a request body. */
async function allocated({ paths, options, service, note }: Context): Promise<Allocated> {
  const set = [...(options.set ?? []), 'options.include_schedule=true']
  const request = { files: [{ part: 'tasks', path: paths[0]! }], members: membersOf({ ...options, set }) }
  const reply = await naming(request.files, async () =>
    service === undefined
      ? (JSON.parse(runSchedule(ALLOCATION_ID, ALLOCATION_PATH, request).toString()) as Allocated)
      : service.json<Allocated>(ALLOCATION_PATH, { method: 'POST', body: () => bodyOf(request) }),
  )
  note(reply.message)
  return reply
}

interface ChainStep {
  readonly task: string
  readonly resource: string | null
  readonly held_by: string | null
}

interface Levelled {
  readonly moves_working_days: number
  readonly finish_chain: readonly ChainStep[]
  readonly delays: readonly { readonly text: string }[]
  readonly unresolved: readonly { readonly text: string }[]
  readonly resources: readonly {
    readonly resource: string
    readonly limit_most: number | null
    readonly peak_before: number
    readonly peak_after: number
    readonly over_hours_before: number
    readonly over_hours_after: number
  }[]
}

/** The waits that move the finish, the first one first. */
function chainOf({ moves_working_days, finish_chain }: Levelled): string[] {
  const waits = finish_chain.filter(({ resource }) => resource !== null).reverse()
  // the summary names the only one
  if (!(moves_working_days > 0) || waits.length < 2) return []
  const shown = waits.slice(-CHAIN_MAX)
  const left = waits.length - shown.length
  return [
    '',
    `These waits move the finish, one after the other${left === 0 ? '' : ` (the last ${shown.length} of ${waits.length}; --json has all)`}:`,
    ...shown.map(
      ({ task, resource, held_by }) => `  ${task} waits for ${resource}${held_by === null ? '' : ` behind ${held_by}`}`,
    ),
  ]
}

function delaysView({ data }: Envelope, layout: Layout): string[] {
  const { delays, unresolved, resources } = data as unknown as Levelled
  const number = (value: number | null) => ({ text: value === null ? 'none' : String(roundHalfAway(value, 2)) })
  // who waits for whom, and half of the place at most for what cannot be resolved
  const stuck = unresolved.slice(0, Math.max(SHOWN_MAX / 2, SHOWN_MAX - delays.length))
  const sentences = [...delays.slice(0, SHOWN_MAX - stuck.length), ...stuck]
  const more = delays.length + unresolved.length - sentences.length
  if (resources.length === 0) return []
  return [
    ...table(
      [
        ['resource', 'limit', 'peak before', 'after', 'hours over before', 'after'].map(text => ({ text })),
        ...resources.map(row => [
          { text: row.resource },
          number(row.limit_most),
          number(row.peak_before),
          number(row.peak_after),
          number(row.over_hours_before),
          number(row.over_hours_after),
        ]),
      ],
      layout,
    ),
    '',
    ...sentences.map(({ text }) => text),
    ...(more > 0 ? [`${more} more; --json has all.`] : []),
    ...chainOf(data as unknown as Levelled),
  ]
}
