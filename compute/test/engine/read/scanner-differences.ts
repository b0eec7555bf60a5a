/** Bodies read with the scanner and without it: what differs, which must be nothing. */
import assert from 'node:assert'
import { requestObject } from '../../../../loadtest/schedule/body.ts'
import { makeSchedule } from '../../../../loadtest/schedules.ts'
import { ChangeTrackingRequest } from '../../../../shared/contract/analysis/change-tracking/request.ts'
import { CpmRequest } from '../../../../shared/contract/analysis/cpm/request.ts'
import { HealthScoreRequest } from '../../../../shared/contract/analysis/score/request.ts'
import { ValidateRequest } from '../../../../shared/contract/analysis/validate/request.ts'
import { beginCall } from '../../../engine/ids/short-arrays.ts'
import { NO_LIMITS, type ReadRow, readRequest } from '../../../engine/read/read-request.ts'
import { withoutScanner } from '../../../engine/read/task-scanner.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { mutated } from './mutated-body.ts'
import { bodyText } from './random-body.ts'

const ROWS: readonly (ReadRow & { readonly containers: boolean })[] = [
  { request: CpmRequest, input: 'strict', containers: false },
  { request: ChangeTrackingRequest, input: 'strict', containers: true },
  { request: HealthScoreRequest, input: 'tolerant', containers: false },
  { request: ValidateRequest, input: 'open', containers: false },
]

const utf8 = new TextEncoder()

/**
 * Undefined where both ways agree; else how they differ. `isFleeting`: in a call whose arrays are gone with it, where columns may stay in the memory
 * of the scanner.
 */
export function difference(
  row: ReadRow,
  body: Uint8Array,
  taskCountMax = NO_LIMITS.taskCountMax,
  isFleeting = false,
): string | undefined {
  const limits = { ...NO_LIMITS, taskCountMax }
  const expected = withoutScanner(() => readRequest(row, body, 'application/json', limits))
  beginCall(isFleeting)
  try {
    assert.deepStrictEqual(readRequest(row, body, 'application/json', limits), expected)
    return undefined
  } catch (error) {
    return (error as Error).message.slice(0, 2_000)
  } finally {
    beginCall(false)
  }
}

export interface Differences {
  /** Bodies that were taken, and those that were refused. */
  readonly read: number
  readonly refused: number
  readonly differing: readonly string[]
}

/** `bodies` of each kind: random ones, and mutated ones of ordinary schedules that are longer than the window. */
export function differencesOf(seed: number, bodies: number): Differences {
  const rnd = random(seed)
  const differing: string[] = []
  let read = 0
  let refused = 0
  const ordinary = [3, 40, 400].map(taskCount => ordinaryText(seed, taskCount))
  for (let i = 0; i < bodies; i++) {
    const row = ROWS[i % ROWS.length]!
    for (const text of [ofRandom(rnd, row, i), ofOrdinary(rnd, ordinary, i)]) {
      const body = utf8.encode(text)
      if (rnd() < 0.02) body[between(rnd, 0, body.length - 1)] = between(rnd, 0, 255)
      const taskCountMax = rnd() < 0.05 ? between(rnd, 0, 40) : NO_LIMITS.taskCountMax
      const found = difference(row, body, taskCountMax, rnd() < 0.5)
      if (found !== undefined) differing.push(`body ${i}: ${found}\n${Buffer.from(body).toString().slice(0, 1_500)}`)
      if ('schedules' in withoutScanner(() => readRequest(row, body, 'application/json', NO_LIMITS))) read++
      else refused++
    }
  }
  return { read, refused, differing }
}

/** The first tasks of an ordinary schedule. */
function ordinaryText(seed: number, taskCount: number): string {
  const { tasks, ...members } = requestObject(makeSchedule({ seed, taskCount: 500, rowOrder: 'shuffled' })) as {
    tasks: unknown[]
  }
  return JSON.stringify({ ...members, tasks: tasks.slice(0, taskCount) })
}

function ofRandom(rnd: Random, row: { readonly containers: boolean }, i: number): string {
  const text = bodyText(rnd, row.containers, i % 3 === 0 ? 0.02 : 0)
  return i % 2 === 0 ? text : mutated(rnd, text, 1)
}

/** The long ones now and then. */
function ofOrdinary(rnd: Random, [small, middle, large]: readonly string[], i: number): string {
  const text = i % 40 === 0 ? large! : pick(rnd, [small!, small!, middle!])
  return i % 5 === 0 ? text : mutated(rnd, text, between(rnd, 1, 3))
}
