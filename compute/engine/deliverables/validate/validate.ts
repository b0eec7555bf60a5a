/** POST /api/v1/deliverables/validate: anybody's file held against the rules of its format, which its first bytes tell. */
import { PARS_TABLES } from '../../../../shared/contract/deliverables/pars-fields.ts'
import { SPD_FILE_TYPE_NAME, SPD_TABLES } from '../../../../shared/contract/deliverables/spd-fields.ts'
import { DELIVERABLES, type DeliverableName } from '../../../../shared/contract/endpoint/deliverable-formats.ts'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { describe } from '../../../../shared/contract/schedule/text.ts'
import { isZip, unzip, ZipFault } from '../../read/zip.ts'
import { refuseInvalid } from '../../result/options.ts'
import type { Analyser, AnalysisResult } from '../../result/result.ts'
import { plural } from '../../wording/numbers.ts'
import { FileFaults, TooManyFaults } from './faults.ts'
import { checkPars } from './pars.ts'
import { checkSdef } from './sdef.ts'
import { checkSpd } from './spd.ts'

interface Validated {
  readonly format: DeliverableName
  readonly counts: ReadonlyMap<string, number>
  readonly faults: FileFaults
}

/** undefined: it is no format that is known here. */
export function validateFile(bytes: Uint8Array): Validated | undefined {
  const faults = new FileFaults()
  if (isZip(bytes)) return validateArchive(bytes, faults)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 64))
  if (/^(?:VOLM|PROJ) /.test(head))
    return held('usace-sdef', faults, () => checkSdef(Buffer.from(bytes).toString('latin1'), faults))
  if (!/^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(head)) return undefined
  return held('doe-pars', faults, () => sizes(checkPars(new Map([['file', bytes]]), faults)))
}

/** What was found before there were too many is an answer. */
function held(format: DeliverableName, faults: FileFaults, check: () => Validated['counts']): Validated {
  try {
    return { format, counts: check(), faults }
  } catch (error) {
    if (!(error instanceof TooManyFaults)) throw error
    faults.stop()
    return { format, counts: new Map(), faults }
  }
}

const PARS_FILE = /^DS\d{2}[^/]*\.json$/
/** One of either package below a folder, as an archive of a folder has it. */
const KNOWN_FILE = new RegExp(
  `/(?:DS\\d{2}[^/]*\\.json|${SPD_FILE_TYPE_NAME}|(?:${SPD_TABLES.map(({ name }) => name).join('|')})\\.json)$`,
)

/** It is told apart why a file is none. */
class NoDeliverable extends Error {}

function validateArchive(bytes: Uint8Array, faults: FileFaults): Validated | undefined {
  const files = unzip(bytes)
  const names = [...files.keys()]
  if (names.some(name => name === SPD_FILE_TYPE_NAME || SPD_TABLES.some(table => `${table.name}.json` === name)))
    return held('ipmdar-spd', faults, () => sizes(checkSpd(files, faults)))
  if (!names.some(name => PARS_FILE.test(name))) {
    if (names.length === 0) throw new NoDeliverable('The archive is empty.')
    const inside = names.find(name => KNOWN_FILE.test(name))
    if (inside === undefined) return undefined
    const folder = inside.slice(0, inside.lastIndexOf('/') + 1)
    throw new NoDeliverable(`The files stand in the folder ${describe(folder)}; they belong at the top of the archive.`)
  }
  for (const name of names) {
    const title = PARS_TABLES.find(table => name.startsWith(table.name))
    if (title === undefined || !PARS_FILE.test(name))
      faults.add('error', name, null, 'file', 'A file is called DSnn_title.json.')
  }
  return held('doe-pars', faults, () => sizes(checkPars(files, faults)))
}

const sizes = (tables: ReadonlyMap<string, readonly unknown[]>): ReadonlyMap<string, number> =>
  new Map([...tables].map(([name, records]) => [name, records.length]))

const KNOWN =
  'It must be an IPMDAR Schedule Performance Dataset (zip), files of PARS (zip, or one file of JSON) or an SDEF (text that begins with VOLM).'

function refuseFile(place: readonly string[], words: string): Refusal {
  return refuseInvalid([{ loc: ['body', ...place], msg: words, type: 'format' }])
}

export function validated(bytes: Uint8Array, place: readonly string[]): AnalysisResult | Refusal {
  if (bytes.length === 0) return refuseFile(place, 'The file is empty.')
  try {
    const found = validateFile(bytes)
    return found === undefined
      ? refuseFile(place, `The file is of no format that is checked here. ${KNOWN}`)
      : shown(found)
  } catch (error) {
    if (error instanceof NoDeliverable) return refuseFile(place, error.message)
    if (error instanceof ZipFault) return refuseFile(place, `The archive cannot be read: ${error.message}.`)
    throw error
  }
}

function shown({ format, counts, faults }: Validated): AnalysisResult {
  const [errors, warnings] = [faults.count('error'), faults.count('warning')]
  const { title, receiver } = DELIVERABLES.find(({ name }) => name === format)!
  const said =
    errors + warnings === 0 ? 'no rule is broken' : `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`
  return {
    summary: `${title} for ${receiver}: ${said}.`,
    findings: [],
    recommendations: [],
    data: {
      format,
      is_valid: errors === 0,
      error_count: errors,
      warning_count: warnings,
      faults: faults.list.map(fault => ({ ...fault })),
      records: [...counts].map(([table, rows]) => ({ table, rows })),
    },
  }
}

/** Of a body in JSON, or a file that a worker has put in its place. */
export const validateDeliverable: Analyser = ({ params }) => {
  const { file, content, encoding } = params as {
    readonly file?: Uint8Array
    readonly content?: string
    readonly encoding?: 'text' | 'base64' | null
  }
  if (file !== undefined) return validated(file, [])
  return validated(Buffer.from(content!, encoding === 'base64' ? 'base64' : 'utf8'), ['content'])
}
