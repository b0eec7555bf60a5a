/** Members of the request that options of the command line give. */
import type { Options } from './options.ts'
import { UsageError } from './usage-error.ts'

type Members = Readonly<Record<string, string>>

export function membersOf({ set = [], project, encoding }: Options): Members {
  const pairs = set.map(pair => {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageError(`--set takes NAME=VALUE, not "${pair}".`)
    return [pair.slice(0, at), pair.slice(at + 1)] as const
  })
  return {
    ...withWholeObjects(pairs),
    ...(project === undefined ? {} : { project }),
    ...(encoding === undefined ? {} : { encoding }),
  }
}

/** Members that a form takes as one JSON object each: several --set may give parts of it. */
const OBJECTS = ['options', 'calendar']
/** One of these alone would stand in place of all that the file says, its rules among them. */
const OF_FILE = 'scheduling_options'

/** "options.near_term_days=30" and "options.include_curves=true" as options={"near_term_days":30,"include_curves":true}. */
function withWholeObjects(pairs: readonly (readonly [name: string, value: string])[]): Members {
  const members: Record<string, string> = {}
  for (const [name, value] of pairs) {
    const [object = '', ...path] = name.split('.')
    if (object === OF_FILE && path.length > 0)
      throw new UsageError(
        `--set ${name} would take the place of all ${OF_FILE} of the file: give them as a whole, ${OF_FILE}={"rules":...}.`,
      )
    if (path.length === 0 || !OBJECTS.includes(object)) {
      members[name] = value
      continue
    }
    const whole = objectOf(members[object] ?? '{}')
    if (whole === undefined) throw new UsageError(`--set ${name} cannot be a part of ${object}=${members[object]}.`)
    put(whole, path, optionValue(path.at(-1)!, value))
    members[object] = JSON.stringify(whole)
  }
  return members
}

type JsonObject = Record<string, unknown>

/** In a report, options.health.score.weights belongs to the analysis health.score: all but the last step is one name. */
function put(whole: JsonObject, path: readonly string[], value: unknown): void {
  const [last, outer] = [path.at(-1)!, path.slice(0, -1).join('.')]
  if (outer === '') whole[last] = value
  else whole[outer] = { ...(whole[outer] as JsonObject | undefined), [last]: value }
}

/** The id of a task is a text, with or without quotes: Microsoft Project has numbers. */
function optionValue(name: string, text: string): unknown {
  const value = jsonOrText(text)
  return name.endsWith('_id') && typeof value === 'number' ? text : value
}

/** JSON where it is JSON, else a text: a date needs no quotes. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function objectOf(text: string): JsonObject | undefined {
  const value = jsonOrText(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}
