/** sis convert: a schedule in another form. */
import { CONVERT_PATH, CONVERT_TARGETS, type ConvertTarget } from '../../../shared/contract/endpoint/convert.ts'
import type { ConversionReport, ConversionWarning } from '../../../shared/contract/schedule/conversion-report.ts'
import { type Converted, convertBody, convertLocally } from '../local-run.ts'
import { READ_OPTIONS } from '../options.ts'
import { type Context, EXIT, UsageError } from '../outcome.ts'
import { membersOf, naming } from '../request.ts'
import { bodyOf, type Sent, type Service } from '../service.ts'
import { fileCommand, ONE_FILE } from './analysis-command.ts'

export const convert = fileCommand(ONE_FILE, {
  usage: 'convert FILE --to FORM [-o FILE]',
  about: `a schedule as ${CONVERT_TARGETS.join(', ')}`,
  options: ['to', ...READ_OPTIONS],
  async run(context) {
    const to = targetOf(context.options.to)
    checkRoomForJson(context)
    const made = await converted(context, to)
    noteConversion(context, made)
    giveFile(context, made, made.report ?? {})
    return EXIT.ok
  },
})

export function targetOf(to: string | undefined): ConvertTarget {
  const target = CONVERT_TARGETS.find(each => each === to)
  if (target !== undefined) return target
  throw new UsageError(`--to takes ${CONVERT_TARGETS.join(', ')}${to === undefined ? '.' : `, not "${to}".`}`)
}

/** A file and JSON would be one stream. */
export function checkRoomForJson({ options: { json, output } }: Context): void {
  if (json === true && output === undefined)
    throw new UsageError('--to prints the file: with --json, give it a name by -o FILE.')
}

/** The file that was made, and by --json what is said of it. */
export function giveFile({ options, print, printBeside }: Context, { bytes }: Converted, said: object): void {
  // an XER may be in windows-1252
  print(bytes)
  if (options.json === true) printBeside(`${JSON.stringify(said)}\n`)
}

function converted({ paths, options, service }: Context, to: ConvertTarget): Promise<Converted> {
  const request = { files: [{ part: 'tasks', path: paths[0]! }], members: membersOf(options) }
  return naming(request.files, async () =>
    service === undefined ? convertLocally(request, to) : convertedBy(service, () => bodyOf(request), to),
  )
}

async function convertedBy(service: Service, body: () => Promise<Sent>, to: ConvertTarget): Promise<Converted> {
  const call = { method: 'POST' as const, body }
  const bytes = await service.bytes(`${CONVERT_PATH}?to=${to}`, call)
  if (to === 'json') return { bytes }
  return { bytes, report: await service.json<ConversionReport>(`${CONVERT_PATH}?report=${to}`, call) }
}

/** A request body in another form. */
export async function bodyAs({ service }: Context, body: Buffer, to: ConvertTarget): Promise<Converted> {
  if (to === 'json') return { bytes: body }
  if (service === undefined) return convertBody(body, to)
  return convertedBy(service, async () => ({ body: new Blob([body]), contentType: 'application/json' }), to)
}

export function noteConversion({ note }: Context, { report }: Converted): void {
  if (report !== undefined) for (const line of conversionLines(report)) note(line)
}

/** What a conversion changes, in lines beside the file. */
const EXAMPLES_MAX = 3

function conversionLines({ warnings, finish_before, finish_after }: ConversionReport): string[] {
  return warnings.flatMap(warning =>
    warning.code === 'finish_differs'
      ? [`The computed finish differs: ${finish_before ?? 'none'} as sent, ${finish_after ?? 'none'} in the file.`]
      : [`${warning.count} of ${warning.of}: ${warning.text} (${warning.code})`, ...exampleLines(warning)],
  )
}

function exampleLines({ count, examples }: ConversionWarning): string[] {
  const shown = examples.slice(0, EXAMPLES_MAX)
  const lines = shown.map(({ task_id, task_name, place, before, after }) => {
    const where = place === null ? '' : ` ${place.replace(/^tasks\[\d+\]\./, '')}`
    const name = task_name === null ? '' : ` "${task_name}"`
    return `  ${task_id}${name}${where}: ${before ?? 'nothing'} -> ${after ?? 'nothing'}`
  })
  return count > shown.length && shown.length > 0 ? [...lines, `  and ${count - shown.length} more`] : lines
}
