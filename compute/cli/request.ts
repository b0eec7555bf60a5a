/** From the words of a command line to a request: which file goes to which place of it, by their order (the oldest first), and its other members. */
import { closeSync, openSync, readSync } from 'node:fs'
import {
  comparesOnly,
  isJsonObject,
  type Members,
  type Part,
  placesOf,
  type RunId,
  WrongCount,
} from '../library/run.ts'
import { fileBytes, STANDARD_INPUT, standardInput } from './disk.ts'
import type { Options } from './options.ts'
import { RunError, type SentFile, UsageError } from './outcome.ts'

/** Which file goes to which place of the request of an analysis, by their order on the command line. */
export function placedFiles(id: RunId, paths: readonly string[]): SentFile[] {
  const [first] = paths
  if (first !== undefined && paths.length === 1 && comparesOnly(id) && isJson(first))
    return [{ part: null, path: first }]
  try {
    return placesOf(id, paths.length).map((part, i) => ({ part, path: paths[i]! }))
  } catch (error) {
    throw error instanceof WrongCount ? new UsageError(error.message) : error
  }
}

const HEAD_BYTES = 64

/** Whether the file begins as an object of JSON; a file that cannot be read is reported by its reader. */
function isJson(path: string): boolean {
  if (path === STANDARD_INPUT) return isJsonObject(standardInput())
  try {
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(HEAD_BYTES)
      return isJsonObject(head.subarray(0, readSync(file, head)))
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

/** Members of the request that options of the command line give. */
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
const CONSTANTS = 'constants'
const MAPPING = 'mapping'
const OBJECTS = ['options', 'calendar', 'cover', 'layout', MAPPING, CONSTANTS]
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
    put(whole, path, object === CONSTANTS ? constantValue(value) : optionValue(path.at(-1)!, value))
    members[object] = JSON.stringify(whole)
  }
  return members
}

const MAPPING_MEMBERS = [MAPPING, CONSTANTS]

/** Members of the request that the file of --mapping has. */
export function mappedMembers(path: string | undefined): Record<string, object> {
  if (path === undefined) return {}
  let sent: unknown
  try {
    sent = JSON.parse(fileBytes(path).toString())
  } catch (error) {
    if (error instanceof RunError) throw error
    throw new UsageError(`--mapping takes JSON, and ${path} is none: ${(error as Error).message}`)
  }
  const members = isMembers(sent) ? sent : undefined
  const unknown = Object.keys(members ?? {}).filter(name => !MAPPING_MEMBERS.includes(name))
  const odd = MAPPING_MEMBERS.find(name => members?.[name] !== undefined && !isMembers(members[name]))
  if (members === undefined || unknown.length > 0 || odd !== undefined)
    throw new UsageError(
      `--mapping takes an object with mapping and constants${unknown.length === 0 ? '' : `, not ${unknown.join(', ')}`}${odd === undefined ? '' : `; ${odd} of ${path} is no object`}.`,
    )
  return members as Record<string, object>
}

const isMembers = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type JsonObject = Record<string, unknown>

/** In a report, options.health.score.weights belongs to the analysis health.score: all but the last step is one name. */
function put(whole: JsonObject, path: readonly string[], value: unknown): void {
  const [last, outer] = [path.at(-1)!, path.slice(0, -1).join('.')]
  if (outer === '') whole[last] = value
  else whole[outer] = { ...(whole[outer] as JsonObject | undefined), [last]: value }
}

/** Constants of a contract are texts, whatever their digits, or yes and no. */
function constantValue(text: string): unknown {
  const value = jsonOrText(text)
  return typeof value === 'number' ? text : value
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
  return isMembers(value) ? value : undefined
}

/** The files of a request in memory. */
export const partsOf = (files: readonly SentFile[]): Part[] =>
  files.map(({ part, path }) => ({ name: part, bytes: fileBytes(path) }))

/** As it was typed, but for standard input. */
export const shownPath = (path: string): string => (path === STANDARD_INPUT ? 'standard input' : path)

/** What the work says of parts, it says of these files: a user who typed names of files does not know the parts of a form. */
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
    .replace(/^([\w.]+): .* must be an array, not ("[^"]*"|-?\d[\d.]*)\.$/, `$& Give it as --set '$1=[$2]'.`)

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
