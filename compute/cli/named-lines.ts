/** Names the faults of a request by its files: a user who typed names of files does not know the parts of a form. */
import { RunError, type SentFile } from './outcome.ts'
import { STANDARD_INPUT } from './standard-input.ts'

/** As it was typed, but for standard input. */
export const shownPath = (path: string): string => (path === STANDARD_INPUT ? 'standard input' : path)

/** What the work says of parts, it says of these files. */
export async function naming<Result>(
  files: readonly SentFile[],
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RunError)) throw error
    throw new RunError(namedLines(error.lines, files))
  }
}

/** What a call sends as a part of its form is an option here. */
export const asOptions = (line: string): string =>
  line
    .replace(/send it as a part of the form, such as by curl -F (\S+) beside the file/, 'give it as --set $1')
    .replace(
      /Send (\S+) as one part that is a JSON object, such as (.+?)\. Members/,
      "Give $1 as a whole, --set '$2'. Members",
    )

function namedLines(lines: readonly string[], files: readonly SentFile[]): string[] {
  const parts = new Map<string, string>()
  // of several files for one part it is not known which is meant
  for (const { part, path } of files) if (part !== null) parts.set(part, parts.has(part) ? '' : shownPath(path))
  return lines.map(asOptions).map(line => {
    for (const [part, path] of parts) {
      if (path === '') continue
      const it = `The part "${part}"`
      if (line.startsWith(`${part}: `)) return `${path}: ${line.slice(part.length + 2).replaceAll(it, 'it')}`
      if (line.startsWith(`${part}.`)) return `${path}: ${line}`
      if (line.includes(it)) return line.replaceAll(it, path)
    }
    return line
  })
}
