/** sis convert: a schedule in another form. */
import { CONVERT_PATH, CONVERT_TARGETS, type ConvertTarget } from '../../../shared/endpoint/convert.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { convertLocally } from '../local-convert.ts'
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
    const { options, print } = context
    print((await converted(context, targetOf(options.to))).toString())
    return EXIT.ok
  },
})

function targetOf(to: string | undefined): ConvertTarget {
  const target = CONVERT_TARGETS.find(each => each === to)
  if (target !== undefined) return target
  throw new UsageError(`--to takes ${CONVERT_TARGETS.join(', ')}${to === undefined ? '.' : `, not "${to}".`}`)
}

function converted({ paths, options, service }: Context, to: ConvertTarget): Promise<Buffer> {
  const request = { files: [{ part: 'tasks', path: paths[0]! }], members: membersOf(options) }
  return naming(request.files, () =>
    service === undefined
      ? convertLocally(request, to)
      : service.bytes(`${CONVERT_PATH}?to=${to}`, { method: 'POST', body: () => bodyOf(request) }),
  )
}
