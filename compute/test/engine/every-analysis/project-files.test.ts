/**
 * All fourteen analyses on project files: the reply fits its schema, is the same bytes again, and the same from the frame of a job. On a file
 * of our own, and on the published ones where they lie beside the repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import type { AnalysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { decodeFrame, encodeFrame, inputSha256 } from '../../../../shared/contract/schedule/frame.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { analysers } from '../../../engine/analysers.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS } from '../../../engine/read/read-request.ts'
import { isRefusal } from '../../../engine/result/result.ts'
import { spliceTail, writeEnvelope } from '../../../engine/write/envelope.ts'
import { TODAY } from '../../helpers/analyse.ts'
import { built, faultOf } from '../../helpers/every-analysis.ts'
import { filesOfProjects } from '../../helpers/files-of-projects.ts'
import { xerText } from '../../helpers/xer-text.ts'
import { footbridge } from '../read/file/xer/footbridge.ts'

const FOLDER = new URL('../../../../../shared/data/project_files/', import.meta.url).pathname
const FOOTBRIDGE = Buffer.from(xerText(footbridge()))
const BOUNDARY = 'part'
const FRAMES_EACH = 3
/** A file of more bytes goes through a third of the analyses, of the next one another third, so that each sees several such files; EVERY_FILE=1 through all. */
const LARGE_BYTES_MIN = 200_000

type Part = readonly [name: string, bytes: Uint8Array]

/** The parts that a row needs: the file as its schedule, or as the current one beside an earlier one. */
function partsOf(row: AnalysisRow, file: Uint8Array, earlier: Uint8Array): readonly Part[] {
  const { properties } = row.request as unknown as { properties: Record<string, unknown> }
  if ('tasks' in properties) return [['tasks', file]]
  return [
    ['current_schedule', file],
    ...('baseline_schedule' in properties ? [['baseline_schedule', earlier] as const] : []),
    ...(row.id === 'forensics.change-tracking' ? [['schedule_history', earlier] as const] : []),
  ]
}

const formOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([name, bytes]) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])

const FACTS = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }

/** Bytes of the answer, or the code of the refusal. */
function answered(row: AnalysisRow, input: AnalysisInput): Buffer | string {
  const result = analysers[row.id](input, { today: TODAY })
  if (isRefusal(result)) return result.code
  const { chunks } = writeEnvelope(result, FACTS, 'application/json')
  return Buffer.concat([...chunks, spliceTail('application/json', REPLY)])
}

/** undefined: it threw, which is told. */
function unlessThrown<Value>(t: Test, name: string, make: () => Value): Value | undefined {
  try {
    return make()
  } catch (error) {
    t.fail(`${name}: ${(error as Error).stack?.split('\n').slice(0, 12).join(' ')}`)
    return undefined
  }
}

/** A body is read once for all rows that take the same parts: what is read is the same, but for what a row requires. */
function readOnce(file: Uint8Array, earlier: Uint8Array): (row: AnalysisRow) => ReturnType<typeof readFileRequest> {
  const known = new Map<string, AnalysisInput>()
  return row => {
    const parts = partsOf(row, file, earlier)
    const names = parts.map(([name]) => name).join()
    const seen = known.get(names)
    if (seen !== undefined) return seen
    const input = readFileRequest(row, formOf(parts), { boundary: BOUNDARY }, NO_LIMITS, row.path)
    if (!('code' in input)) known.set(names, input)
    return input
  }
}

function checkAll(t: Test, name: string, file: Uint8Array, earlier: Uint8Array, number = 0): void {
  const inputOf = readOnce(file, earlier)
  const isLarge = file.byteLength >= LARGE_BYTES_MIN && process.env.EVERY_FILE === undefined
  for (const [n, row] of built.entries()) {
    if (isLarge && (number + n) % 3 !== 0) continue
    const input = inputOf(row)
    if ('code' in input) {
      t.ok(['validation', 'task_count'].includes(input.code), `${row.id} ${name}: ${JSON.stringify(input.faults?.[0])}`)
      continue
    }
    const answer = unlessThrown(t, `${row.id} ${name}`, () => answered(row, input))
    if (answer === undefined) continue
    if (typeof answer === 'string') {
      t.ok(['cycle', 'validation'].includes(answer), `${row.id} ${name}: ${answer}`)
      continue
    }
    t.equal(faultOf(row, JSON.parse(answer.toString())), undefined, `${row.id} ${name}`)
    // a third of the answers each: what a frame holds of a file is the same for rows of the same columns
    if ((number + n) % FRAMES_EACH !== 0) continue
    const frame = encodeFrame({ rowId: row.id, today: TODAY, inputSha256: inputSha256(input), input }, row.columns)
    const again = answered(row, decodeFrame(frame).input)
    t.ok(typeof again !== 'string' && again.equals(answer), `${row.id} ${name}: the same from a job's frame`)
  }
}

t.test('a footbridge of two calendars', async t => checkAll(t, 'footbridge', FOOTBRIDGE, FOOTBRIDGE))

t.test(
  'published project files',
  { skip: existsSync(FOLDER) ? false : 'the folder with published project files is not beside the repository' },
  async t => {
    const paths = filesOfProjects(FOLDER)
    const read = (path: string): Uint8Array =>
      path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)
    for (const [n, path] of paths.entries())
      checkAll(t, basename(path), read(path), read(paths[Math.max(0, n - 1)]!), n)
  },
)
