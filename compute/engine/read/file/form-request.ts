/** A form as a request: members first, since they win over what a file says, then its schedules, each a project file, a list of tasks or an object. */
import { isUtf8 } from 'node:buffer'
import { type Refusal, refuse } from '../../../../shared/contract/errors.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { FileFormat } from '../../../../shared/contract/schedule/file-formats.ts'
import type { ImportReport } from '../../../../shared/contract/schedule/import-report.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import type { WorkMeter } from '../../../../shared/contract/schedule/work-meter.ts'
import { ValidationFaults } from '../../../../shared/contract/schema/validation-faults.ts'
import { planOf, type Shape } from '../body-plan.ts'
import type { BodyReader } from '../body-reader.ts'
import type { KeptSchedules } from '../kept/kept-schedule.ts'
import { bodyReader, type MediaType, type ReadLimits, type ReadRow, refuseSyntax, requestOf } from '../read-request.ts'
import { BodySyntaxError } from '../tokens.ts'
import {
  CURRENT,
  containersOf,
  fillMembers,
  isRoot,
  type Members,
  type Place,
  refuseShort,
  refuseUndated,
  taskPlace,
  taskShape,
} from './containers.ts'
import { type FileSchedule, isRefusal, refuseFile } from './file-schedule.ts'
import { type MemberPart, type SchedulePart, shownName, sortParts } from './form-parts.ts'
import { type FormPart, readForm } from './multipart.ts'
import { BASELINE, baselineOfDates, ownNetwork, toldOwnBaseline } from './own-baseline.ts'
import { type FileReading, readFile } from './read-file.ts'
import { withReplaced } from './replaced-members.ts'
import { type Schema, schemaAt } from './schema-at.ts'
import { isFileFormat, isForeign, refuseForeign, refuseUnknown, sniff } from './sniff.ts'

export function readFormRequest(
  row: ReadRow,
  body: Uint8Array,
  boundary: string,
  options: FileReading,
  limits: ReadLimits,
  kept: KeptSchedules,
  meter: WorkMeter,
): AnalysisInput | Refusal {
  try {
    return new FormRequest(row, options, limits, kept, meter).read(readForm(body, boundary))
  } catch (error) {
    if (!(error instanceof BodySyntaxError)) throw error
    return refuse('body_syntax', { format: 'multipart/form-data', reason: error.message, offset: error.offset })
  }
}

class FormRequest {
  readonly #row: ReadRow
  readonly #options: FileReading
  readonly #limits: ReadLimits
  readonly #kept: KeptSchedules
  readonly #meter: WorkMeter
  readonly #root: Shape
  readonly #params: Members = {}
  readonly #readers: BodyReader[] = []
  readonly #files = new Map<string, ScheduleColumns>()
  readonly #imports: ImportReport[] = []
  /** What parts say of files, by dotted place: "project", "current_schedule.encoding". */
  readonly #texts = new Map<string, string>()
  #fileCount = 0
  /** The file of the current schedule, and the place of its tasks. */
  #current:
    | { readonly part: FormPart; readonly format: FileFormat; readonly read: FileSchedule; readonly path: string }
    | undefined

  constructor(row: ReadRow, options: FileReading, limits: ReadLimits, kept: KeptSchedules, meter: WorkMeter) {
    this.#kept = kept
    this.#meter = meter
    this.#row = row
    this.#options = options
    this.#limits = limits
    this.#root = planOf(row.request).root
  }

  read(parts: readonly FormPart[]): AnalysisInput | Refusal {
    const faults = new ValidationFaults(['body'])
    const { schedules, members } = sortParts(parts, this.#root, containersOf(this.#root), faults)
    if (faults.count > 0) return { code: 'validation', details: {}, faults: faults.faults, faultCount: faults.count }
    this.#fileCount = schedules.length
    for (const member of members) {
      const refusal = this.#readMember(member)
      if (refusal !== undefined) return refusal
    }
    for (const schedule of schedules) {
      const refusal = this.#readSchedule(schedule)
      if (refusal !== undefined) return refusal
    }
    const refusal = this.#takeOwnBaseline()
    if (refusal !== undefined) return refusal
    const request = { params: this.#params, readers: this.#readers, files: this.#files, meter: this.#meter }
    const input = requestOf(this.#row, request, this.#limits, this.#kept)
    if (isRefusal(input) || this.#imports.length === 0) return input
    return { ...input, imports: [...this.#imports, ...(input.imports ?? [])] }
  }

  /** The object at a place, made where it is not there. */
  #at(place: Place): Members {
    let at: Members = this.#params
    for (const [n, step] of place.entries()) {
      at[step] ??= typeof place[n + 1] === 'number' ? [] : {}
      at = at[step] as Members
    }
    return at
  }

  #readMember({ part, place, shape }: MemberPart): Refusal | undefined {
    const name = String(place.at(-1))
    if (shape === undefined) {
      this.#texts.set(place.join('.'), part.bytes.toString().trim())
      return undefined
    }
    const isTree = /^\s*[{["]/.test(part.bytes.toString('latin1', 0, HEAD_BYTES))
    const value = isTree ? this.#readTree(part, 'application/json', shape, place) : textValue(part, this.#row, place)
    if (isRefusal(value)) return value
    this.#at(place.slice(0, -1))[name] = value.read
    return undefined
  }

  #readSchedule({ part, container, place }: SchedulePart): Refusal | undefined {
    const sent = sniff(part.bytes)
    const where = `The part ${shownName(part)}`
    if (isForeign(sent)) return refuseForeign(where, sent)
    if (sent === undefined) return refuseUnknown(where)
    const into = this.#at(place)
    if (isFileFormat(sent)) {
      const read = this.#readFile(part, sent, place)
      if (isRefusal(read)) return read
      const path = taskPlace(place).join('.')
      if (container.name === CURRENT || isRoot(container)) this.#current = { part, format: sent, read, path }
      const isCompared = this.#fileCount > 1 || refuseUndated(into, place, this.#row.request) !== undefined
      const filled = fillMembers(into, container, place, read, isCompared)
      const warnings = [...read.report.warnings, ...filled.warnings]
      this.#files.set(path, read.columns)
      this.#imports.push(withReplaced({ path, ...read.report, warnings }, filled.replaced))
      return refuseShort(container, place, read.columns) ?? refuseUndated(into, place, this.#row.request)
    }
    const mediaType = sent === 'json' ? 'application/json' : 'application/msgpack'
    // a list of tasks, or the object that has it
    const isList = isListOf(sent, part.bytes)
    const at = isList ? taskPlace(place) : place
    const value = this.#readTree(part, mediaType, isList ? taskShape(container) : container.shape, at)
    if (isRefusal(value)) return value
    const members = isList ? { tasks: value.read } : (value.read as Members)
    for (const [name, member] of Object.entries(members)) {
      if (name in into && containersOf(this.#root).some(each => each.name === name))
        return refuseFile(['body', name], 'value', `${name} comes as a part and in the part ${shownName(part)}.`)
      into[name] ??= member
    }
    return undefined
  }

  /** Where the call is a comparison with a baseline and none was sent, that of the file of the current schedule. */
  #takeOwnBaseline(): Refusal | undefined {
    const container = containersOf(this.#root).find(({ name }) => name === BASELINE)
    const { comparesBaseline } = this.#row
    const current = this.#current
    if (container === undefined || comparesBaseline === undefined || current === undefined) return undefined
    if (BASELINE in this.#params || (comparesBaseline === 'alone' && 'schedule_history' in this.#params))
      return undefined
    const { part, format, read } = current
    const network = ownNetwork(read, format, part.bytes, this.#options, this.#meter)
    if (network !== undefined) {
      if (isRefusal(network)) return inPart(network, part)
      fillMembers(this.#at([BASELINE]), container, [BASELINE], network.baseline, true)
      this.#files.set(network.report.path, network.baseline.columns)
      this.#imports.push(network.report)
      return undefined
    }
    // links of a plan are not known by its dates: they say enough where dates are compared
    const dates = comparesBaseline === 'dates' ? baselineOfDates(read) : undefined
    if (dates === undefined) return undefined
    const bytes = Buffer.from(JSON.stringify(dates))
    const value = this.#readTree({ ...part, bytes }, 'application/json', container.shape, [BASELINE])
    if (isRefusal(value)) return value
    this.#params[BASELINE] = value.read
    const own = this.#imports.findIndex(({ path }) => path === current.path)
    const report = this.#imports[own]
    this.#imports[own] = { ...report, warnings: [...report.warnings, toldOwnBaseline(false)] }
    return undefined
  }

  #readTree(part: FormPart, mediaType: MediaType, shape: Shape, place: Place): { readonly read: unknown } | Refusal {
    try {
      const reader = bodyReader(this.#row, part.bytes, mediaType, this.#limits)
      this.#readers.push(reader)
      return { read: reader.read(shape, place) }
    } catch (error) {
      if (!(error instanceof BodySyntaxError)) throw error
      return refuseSyntax(error, mediaType, part.bytes, ` (the part ${shownName(part)})`)
    }
  }

  /** An option of this file wins over one for all files. A project that is requested of several files is not required of files with one project. */
  #readFile(part: FormPart, format: FileFormat, place: Place): FileSchedule | Refusal {
    const own = (name: string): string | undefined => this.#texts.get([...place, name].join('.'))
    const common = (name: 'project' | 'encoding'): string | undefined => this.#texts.get(name) ?? this.#options[name]
    const charset = part.charset ?? this.#options.charset
    const encoding = own('encoding') ?? common('encoding')
    const project = own('project') ?? common('project')
    const options = { ...given('encoding', encoding), ...given('charset', charset), ...given('project', project) }
    const read = readFile(format, part.bytes, options, this.#meter)
    if (!isRefusal(read)) return read
    const isOfAll = project !== undefined && own('project') === undefined && this.#fileCount > 1
    if (isOfAll && read.faults?.[0]?.loc[1] === 'project') {
      const alone = readFile(format, part.bytes, { ...options, project: undefined }, this.#meter)
      if (!isRefusal(alone)) return alone
    }
    return inPart(read, part)
  }
}

/** A member whose bytes begin otherwise than an object, a list or a string of JSON. */
const HEAD_BYTES = 256

const given = (name: string, value: string | undefined): object => (value === undefined ? {} : { [name]: value })

/** An array of either format; sniff() saw that it is JSON or msgpack. */
function isListOf(format: 'json' | 'msgpack', bytes: Buffer): boolean {
  if (format === 'json') return /^(?:\xef\xbb\xbf)?\s*\[/.test(bytes.toString('latin1', 0, HEAD_BYTES))
  const first = bytes[0]
  return (first >= 0x90 && first <= 0x9f) || first === 0xdc || first === 0xdd
}

/** The faults of a file lie in its part. */
function inPart(refusal: Refusal, { name }: FormPart): Refusal {
  const faults = refusal.faults?.map(fault =>
    fault.loc[0] === 'body' ? { ...fault, loc: ['body', name, ...fault.loc.slice(1)] } : fault,
  )
  return faults === undefined ? refusal : { ...refusal, faults }
}

/** A value that is no tree: text where the member may be one, else a number or a truth. */
function textValue(part: FormPart, row: ReadRow, place: Place): { readonly read: unknown } | Refusal {
  if (!isUtf8(part.bytes)) return refuseFile(['body', part.name], 'format', `The part ${shownName(part)} is not UTF-8.`)
  const text = part.bytes.toString().trim()
  const isLiteral = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?)$/.test(text)
  return { read: isLiteral && !takesText(schemaAt(row.request, place)) ? JSON.parse(text) : text }
}

const takesText = (schema: Schema | undefined): boolean =>
  [schema?.type].flat().includes('string') || schema?.anyOf?.some(takesText) === true
