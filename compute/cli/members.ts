/** Members of the request that options of the command line give. */
import type { Options } from './options.ts'
import { UsageError } from './usage-error.ts'

export function membersOf({ set = [], project, encoding }: Options): Record<string, string> {
  const pairs = set.map(pair => {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageError(`--set takes NAME=VALUE, not "${pair}".`)
    return [pair.slice(0, at), pair.slice(at + 1)] as const
  })
  return {
    ...Object.fromEntries(pairs),
    ...(project === undefined ? {} : { project }),
    ...(encoding === undefined ? {} : { encoding }),
  }
}
