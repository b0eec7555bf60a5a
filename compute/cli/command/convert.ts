/** sis convert: a schedule in another form. */
import { CONVERT_PATH, CONVERT_TARGETS, type ConvertTarget } from '../../../shared/endpoint/convert.ts'
import type { ConversionReport } from '../../../shared/schedule/conversion-report.ts'
import type { Context } from '../context.ts'
import { conversionLines } from '../conversion-lines.ts'
import { EXIT } from '../exit-codes.ts'
import { type Converted, convertLocally } from '../local-convert.ts'
import { membersOf } from '../members.ts'
import { naming } from '../named-lines.ts'
import { READ_OPTIONS } from '../options.ts'
import { bodyOf } from '../remote-run.ts'
import { UsageError } from '../usage-error.ts'
import { fileCommand, ONE_FILE } from './file-command.ts'

export const convert = fileCommand(ONE_FILE, {
  usage: 'convert FILE --to FORM [-o FILE]',
  about: `a schedule as ${CONVERT_TARGETS.join(', ')}`,
  options: ['to', ...READ_OPTIONS],
  async run(context) {
    const { options, print, note } = context
    const { bytes, report } = await converted(context, targetOf(options.to))
    if (report !== undefined) for (const line of conversionLines(report)) note(line)
    // an XER may be in windows-1252
    print(bytes)
    return EXIT.ok
  },
})

function targetOf(to: string | undefined): ConvertTarget {
  const target = CONVERT_TARGETS.find(each => each === to)
  if (target !== undefined) return target
  throw new UsageError(`--to takes ${CONVERT_TARGETS.join(', ')}${to === undefined ? '.' : `, not "${to}".`}`)
}

function converted({ paths, options, service }: Context, to: ConvertTarget): Promise<Converted> {
  const request = { files: [{ part: 'tasks', path: paths[0]! }], members: membersOf(options) }
  return naming(request.files, async () => {
    if (service === undefined) return convertLocally(request, to)
    const call = { method: 'POST' as const, body: () => bodyOf(request) }
    const bytes = await service.bytes(`${CONVERT_PATH}?to=${to}`, call)
    if (to === 'json') return { bytes }
    return { bytes, report: await service.json<ConversionReport>(`${CONVERT_PATH}?report=${to}`, call) }
  })
}
