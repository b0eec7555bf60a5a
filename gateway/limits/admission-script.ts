/** Input and output of admission-n.lua: questions to keys and arguments, its reply to one verdict per question. */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { type Argument, run, script } from '../../shared/redis/script.ts'
import type { TierName } from '../../shared/tiers.ts'
import { type AdmissionCall, BEARER_KEY_ID } from './limiter.ts'
import type { Outcome } from './refusals.ts'

export interface Question {
  readonly call: AdmissionCall
  readonly operationId: string
  /** A retry: the call has already been counted against its window. */
  readonly wasCounted: boolean
}

/** When the credentials are not valid, only the outcome and the time have a meaning. */
export interface Verdict {
  readonly outcome: Outcome | 'credentials' | 'admitted'
  /** Clock of Redis. */
  readonly nowMs: number
  readonly tier: TierName
  /** Limits: UNLIMITED without one. */
  readonly windowLimit: number
  readonly windowCount: number
  readonly windowLeftMs: number
  readonly month: string
  readonly monthLimit: number
  readonly monthUsed: number
  /** Of a suspension. */
  readonly reason: string
}

type Reply = [nowMs: number, ...accounts: AccountReply[]]
type AccountReply = [
  tier: TierName,
  month: string,
  monthLimit: number,
  reason: string,
  analysisLimit: number,
  analysisLeftMs: number,
  controlLimit: number,
  controlLeftMs: number,
  ...calls: (Verdict['outcome'] | number)[],
]

const ADMISSION = script('admission-n')
/** Index of the first call in the reply of an account, and values per call. */
const CALLS_AT = 8
const CALL_SIZE = 3

/** Questions of one account, in their order. */
export type OfAccount = readonly Question[]

/** Appends keys and arguments of one account. */
function add(questions: OfAccount, names: string[], args: Argument[]): void {
  const { accountId } = questions[0]!.call.identity
  names.push(
    keys.account(accountId),
    keys.month(accountId),
    keys.reservations(accountId),
    keys.window(accountId, 'analysis'),
    keys.window(accountId, 'control'),
  )
  const states = new Map<string, number>()
  const headAt = args.length
  args.push(0, 0)
  let runs = 0
  let countAt = 0
  let calls = 0
  let last: Question | undefined
  for (const question of questions) {
    const { call, operationId, wasCounted } = question
    const { keyId } = call.identity
    let state = states.get(keyId)
    if (state === undefined) {
      states.set(keyId, (state = states.size + 1))
      names.push(keyId === BEARER_KEY_ID ? keys.user(accountId) : keys.keyState(accountId, keyId))
    }
    if (last === undefined || !isAlike(last, question)) {
      runs++
      calls = 0
      const { meter, neededTier, unitCount = 1, localRefusal, capacityRefusal } = call
      args.push(
        state,
        meter,
        neededTier,
        unitCount,
        localRefusal ? 1 : 0,
        capacityRefusal ? 1 : 0,
        wasCounted ? 1 : 0,
        0,
      )
      countAt = args.length - 1
    }
    args[countAt] = ++calls
    args.push(call.declaredBytes ?? -1, operationId)
    last = question
  }
  args[headAt] = states.size
  args[headAt + 1] = runs
}

/** They differ only in the length of their bodies, so they can share a run. */
const isAlike = (one: Question, other: Question): boolean =>
  one.call.identity.keyId === other.call.identity.keyId &&
  one.call.meter === other.call.meter &&
  one.call.neededTier === other.call.neededTier &&
  (one.call.unitCount ?? 1) === (other.call.unitCount ?? 1) &&
  (one.call.localRefusal === undefined) === (other.call.localRefusal === undefined) &&
  (one.call.capacityRefusal === undefined) === (other.call.capacityRefusal === undefined) &&
  one.wasCounted === other.wasCounted

/** Decides each question as if it came alone. Verdicts by account, in the order of the questions. Rejects when there is no reply. */
export async function askTogether(client: RedisClient, accounts: readonly OfAccount[]): Promise<readonly Verdict[][]> {
  const names: string[] = []
  const args: Argument[] = []
  for (const questions of accounts) add(questions, names, args)
  const [nowMs, ...replies] = (await run(client, ADMISSION, names, args)) as Reply
  return accounts.map((questions, i) => verdictsOf(questions, replies[i]!, nowMs))
}

function verdictsOf(questions: OfAccount, reply: AccountReply, nowMs: number): Verdict[] {
  const [tier, month, monthLimit, reason, analysisLimit, analysisLeftMs, controlLimit, controlLeftMs] = reply
  return questions.map(({ call }, i) => {
    const at = CALLS_AT + i * CALL_SIZE
    const isAnalysis = call.meter === 'analysis'
    return {
      outcome: reply[at] as Verdict['outcome'],
      nowMs,
      tier,
      windowLimit: isAnalysis ? analysisLimit : controlLimit,
      windowCount: reply[at + 1] as number,
      windowLeftMs: isAnalysis ? analysisLeftMs : controlLeftMs,
      month,
      monthLimit,
      monthUsed: reply[at + 2] as number,
      reason,
    }
  })
}
