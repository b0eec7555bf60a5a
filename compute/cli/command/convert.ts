/** sis convert: a schedule in another form. */
import { CONVERT_PATH, CONVERT_TARGETS, type ConvertTarget } from '../../../shared/endpoint/convert.ts'
import type { Command, Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { convertLocally } from '../local-convert.ts'
import { membersOf } from '../members.ts'
import { bodyOf } from '../remote-run.ts'
import { UsageError } from '../usage-error.ts'

export const convert: Command = {
  usage: 'convert FILE --to FORM [-o FILE]',
  about: `a schedule as ${CONVERT_TARGETS.join(', ')}`,
  async run(context) {
    const { paths, options, print } = context
    if (paths.length !== 1) throw new UsageError('sis convert takes one file.')
    print((await converted(context, targetOf(options.to))).toString())
    return EXIT.ok
  },
}

function targetOf(to: string | undefined): ConvertTarget {
  const target = CONVERT_TARGETS.find(each => each === to)
  if (target !== undefined) return target
  throw new UsageError(`--to takes ${CONVERT_TARGETS.join(', ')}${to === undefined ? '.' : `, not "${to}".`}`)
}

function converted({ paths, options, service }: Context, to: ConvertTarget): Buffer | Promise<Buffer> {
  const request = { files: [{ part: 'tasks', path: paths[0]! }], members: membersOf(options) }
  if (service === undefined) return convertLocally(request, to)
  return service.bytes(`${CONVERT_PATH}?to=${to}`, { method: 'POST', body: () => bodyOf(request) })
}
