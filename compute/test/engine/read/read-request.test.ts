/** The reader against an oracle of plain means, in JSON and in MessagePack, for the three kinds of rows. */
import assert from 'node:assert'
import { Packr } from 'msgpackr'
import t from 'tap'
import { ChangeTrackingRequest } from '../../../../shared/contract/analysis/change-tracking/request.ts'
import { CpmRequest } from '../../../../shared/contract/analysis/cpm/request.ts'
import { HealthScoreRequest } from '../../../../shared/contract/analysis/score/request.ts'
import { ValidateRequest } from '../../../../shared/contract/analysis/validate/request.ts'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { type MediaType, NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { random } from '../../helpers/random.ts'
import { expectedOf, type Row } from './oracle.ts'
import { bodyText } from './random-body.ts'

const SEED = 20261124
const BODIES_PER_ROW = Number(process.env.PROPERTY_RUNS ?? 120)
t.comment(`seed ${SEED}`)

const packr = new Packr({ useRecords: false, variableMapSize: true })
const utf8 = new TextEncoder()
const read = (row: Row, body: Uint8Array, mediaType: MediaType = 'application/json'): AnalysisInput | Refusal =>
  readRequest(row, body, mediaType, NO_LIMITS)

const ROWS: Readonly<Record<string, Row & { containers: boolean }>> = {
  'strict, one list': { request: CpmRequest, input: 'strict', containers: false },
  'strict, containers': { request: ChangeTrackingRequest, input: 'strict', containers: true },
  'tolerant, one list': { request: HealthScoreRequest, input: 'tolerant', containers: false },
  'open, one list': { request: ValidateRequest, input: 'open', containers: false },
}

/** Values as MessagePack can hold them. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  const made = Object.create(null) as Record<string, unknown>
  for (const [name, inner] of Object.entries(value)) made[name] = wellFormed(inner)
  return made
}

/**
 * What must be equal in both formats: JSON.parse puts members in another order, and drops all but the last of equal
 * ones, in which there may have been names to ignore.
 */
const comparable = (answer: AnalysisInput | Refusal): unknown =>
  'faults' in answer
    ? { ...answer, faults: [...answer.faults].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) }
    : { ...answer, ignoredFields: [] }

for (const [name, row] of Object.entries(ROWS)) {
  t.test(`random bodies of a row (${name}) are read as the oracle reads them, in JSON as in MessagePack`, t => {
    const rnd = random(SEED)
    const seen: Record<string, number> = {}
    for (let i = 0; i < BODIES_PER_ROW; i++) {
      const text = bodyText(rnd, row.containers, i % 2 === 0 ? 0 : 0.02)
      const parsed = JSON.parse(text) as unknown
      const expected = expectedOf(row, parsed)
      const answer = read(row, utf8.encode(text))
      const ofMsgpack = read(row, packr.pack(wellFormed(parsed)), 'application/msgpack')
      seen[expected.kind] = (seen[expected.kind] ?? 0) + 1
      try {
        if (expected.kind === 'input') {
          assert.ok('schedules' in answer, 'is read')
          assert.deepStrictEqual(answer.params, expected.params)
          assert.ok('schedules' in ofMsgpack, 'is read as MessagePack')
          assert.deepStrictEqual(ofMsgpack.ignoredFields, expected.ignoredFields)
          for (const name of expected.ignoredFields) assert.ok(answer.ignoredFields.includes(name), name)
          assert.deepStrictEqual([...answer.schedules.keys()].sort(), [...expected.schedules.keys()].sort())
          for (const [path, columns] of expected.schedules)
            assert.deepStrictEqual({ ...answer.schedules.get(path) }, columns)
        } else {
          assert.ok('code' in answer, 'is refused')
          assert.equal(answer.code, expected.kind)
          if (expected.kind === 'validation') {
            const places = answer.faults!.map(fault => ['', ...fault.loc.slice(1)].join('/')).sort()
            assert.deepStrictEqual(places, expected.places)
            assert.equal(answer.faultCount, places.length)
          }
        }
        assert.deepStrictEqual(comparable(ofMsgpack), comparable(answer))
      } catch (error) {
        t.fail(`body ${i}: ${(error as Error).message.slice(0, 2000)}`, { text: text.slice(0, 4000) })
        return t.end()
      }
    }
    t.comment(`${name}: ${JSON.stringify(seen)}`)
    t.ok(seen.input! > BODIES_PER_ROW / 5, 'enough of them are right')
    t.ok(seen.validation! > BODIES_PER_ROW / 40, 'enough of them are wrong')
    t.end()
  })
}
