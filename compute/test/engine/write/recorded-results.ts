/**
 * What the analyses answer to a fixed set of inputs, as one hash per method: the worked examples of the pages, generated projects with every field in
 * use, and a file. `engine-versions.json` records the hashes of the newest engine version, and one hash over all of them for each version before.
 * The test beside compares; `npm run readme` records, and refuses to do so for a version that was recorded with other results.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { METHOD_IDS, type WorkId, workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { analysers } from '../../../engine/analysers.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { type AnalysisInput, isRefusal } from '../../../engine/result/result.ts'
import { ENGINE_VERSION } from '../../../engine/write/engine-version.ts'
import { spliceTail, writeData, writeEnvelope } from '../../../engine/write/envelope.ts'
import { TODAY } from '../../helpers/analyse.ts'
import { bodyOf, built, faulty, project } from '../../helpers/every-analysis.ts'
import { xerText } from '../../helpers/xer-text.ts'
import { examplesOf, pageFile } from '../../methods/pages.ts'
import { footbridge } from '../read/file/xer/footbridge.ts'

const RECORD = fileURLToPath(new URL('engine-versions.json', import.meta.url))
const FACTS = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }
const GENERATED = [project(1, 150), project(2, 60), faulty(3, 150)]

export interface Recorded {
  readonly version: string
  /** One hash per method; only the newest version has them. */
  readonly methods?: Readonly<Record<string, string>>
  /** Hash over those of all methods. */
  readonly all: string
}

const sha256 = (chunks: readonly Uint8Array[]): string => {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/** The answer without its version, so that raising the version alone changes no hash. */
function answered(id: WorkId, input: AnalysisInput | object): Buffer {
  const result = 'schedules' in input ? analysers[id](input as AnalysisInput, { today: TODAY }) : input
  if (isRefusal(result as never)) return Buffer.from(JSON.stringify(result))
  const whole = workRow(id).isEnvelope
    ? [...writeEnvelope(result as never, FACTS, 'application/json').chunks, spliceTail('application/json', REPLY)]
    : writeData(result as never, 'application/json')
  return Buffer.from(
    Buffer.concat([...whole])
      .toString()
      .replace(`"engine_version":"${ENGINE_VERSION}"`, ''),
  )
}

const read = (id: WorkId, body: object) =>
  readRequest(workRow(id), Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)

/** Hash of the answers of each method to all its inputs. */
export function resultsNow(): Record<string, string> {
  const file = Buffer.from(xerText(footbridge()))
  const generated = new Map(built.map(row => [row.id as string, row]))
  return Object.fromEntries(
    METHOD_IDS.map(id => {
      const row = generated.get(id)
      const answers = examplesOf(pageFile(id)).map(({ request }) => answered(id, read(id, request)))
      if (row !== undefined) {
        answers.push(...GENERATED.map(each => answered(id, read(id, bodyOf(row, each)))))
        if (row.family !== 'forensics') {
          answers.push(answered(id, readFileRequest(workRow(id), file, { boundary: null }, NO_LIMITS, '/')))
        }
      }
      return [id, sha256(answers)]
    }),
  )
}

export const hashOfAll = (methods: Readonly<Record<string, string>>): string =>
  sha256([Buffer.from(Object.entries(methods).flat().join('\n'))])

/** Versions as they were recorded, oldest first. */
export const recordedVersions = (): readonly Recorded[] =>
  existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : []

/** Records what is answered now for ENGINE_VERSION, unless nothing changed; throws when that version answered otherwise. A further method is no other answer. */
export function recordResults(): void {
  const versions = [...recordedVersions()]
  const methods = resultsNow()
  const all = hashOfAll(methods)
  const newest = versions.at(-1)
  if (newest?.version === ENGINE_VERSION) {
    if (newest.all === all) return
    if (Object.entries(newest.methods ?? {}).some(([id, hash]) => methods[id] !== hash))
      throw new Error(`engine ${ENGINE_VERSION} answered otherwise when it was recorded: raise ENGINE_VERSION first`)
    versions.pop()
  }
  const earlier = versions.map(({ version, all }) => ({ version, all }))
  writeFileSync(RECORD, `${JSON.stringify([...earlier, { version: ENGINE_VERSION, methods, all }], null, 2)}\n`)
}
