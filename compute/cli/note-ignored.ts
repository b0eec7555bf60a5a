/** Names what --set gave and nobody reads: a mistyped option changes nothing, and the result alone would not show it. */
import type { Context } from './context.ts'
import type { Envelope } from './outcome.ts'

/** reader: the analysis, or the report. */
export function noteIgnored({ options: { set = [] }, note }: Context, reader: string, { metadata }: Envelope): void {
  const ignored = metadata.ignored_fields ?? []
  for (const name of set.map(pair => pair.split('=', 1)[0]!)) {
    const isIgnored = ignored.some(field => name === field || name.startsWith(`${field}.`))
    // options={"bogus":1} gives its members
    const unread = isIgnored ? [name] : ignored.filter(field => field.startsWith(`${name}.`))
    for (const each of unread) note(`${reader} does not read ${each}, which was ignored.`)
  }
}
