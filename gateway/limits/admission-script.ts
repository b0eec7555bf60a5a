/** What admission-n.lua is given and says, in words of TypeScript: questions to keys and arguments, its reply to a verdict each. */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { type Argument, run, script } from '../../shared/redis/script.ts'
import type { TierName } from '../../shared/tiers.ts'
import { type AdmissionCall, BEARER_KEY_ID } from './limiter.ts'
import type { Outcome } from './refusals.ts'

export interface Question {
  readonly call: AdmissionCall
  readonly operationId: string
  /** The call was counted against its window before, and then waited. */
  readonly wasCounted: boolean
}

/** Of credentials that are not valid nothing but the outcome is true. */
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
/** Where the calls of an account begin in its reply, and what each of them takes. */
const CALLS_AT = 8
const CALL_SIZE = 3

/** Questions of one account, in their order. */
export type OfAccount = readonly Question[]

/** Keys and arguments of one account behind those of the others. */
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
      const { meter, neededTier, localRefusal, capacityRefusal } = call
      args.push(state, meter, neededTier, localRefusal ? 1 : 0, capacityRefusal ? 1 : 0, wasCounted ? 1 : 0, 0)
      countAt = args.length - 1
    }
    args[countAt] = ++calls
    args.push(call.declaredBytes ?? -1, operationId)
    last = question
  }
  args[headAt] = states.size
  args[headAt + 1] = runs
}

/** They differ in nothing but the length of their bodies, so that they go together as a run. */
const isAlike = (one: Question, other: Question): boolean =>
  one.call.identity.keyId === other.call.identity.keyId &&
  one.call.meter === other.call.meter &&
  one.call.neededTier === other.call.neededTier &&
  (one.call.localRefusal === undefined) === (other.call.localRefusal === undefined) &&
  (one.call.capacityRefusal === undefined) === (other.call.capacityRefusal === undefined) &&
  one.wasCounted === other.wasCounted

/** The script decides, each question as if it came alone. Verdicts by account, in the order of the questions. Rejects when there is no reply. */
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
