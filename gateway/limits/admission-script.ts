/** Input and output of admission-n.lua: requests to keys and arguments, its reply to one verdict per request. */
import { TIERS, type TierName } from '../../shared/contract/tiers.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { type AdmissionCall, BEARER_KEY_ID, type Outcome } from '../call/limiter.ts'

export interface AdmissionRequest {
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
  /** Why the account is suspended. */
  readonly reason: string
}

const ADMISSION = script('admission-n')
/** Between the values of a reply. */
const NUL = '\0'
/** Values of an account in a reply before those of its calls, and values per call. */
const ACCOUNT_SIZE = 8
const CALL_SIZE = 3

/** Requests of one account, in order. */
type AccountRequests = readonly AdmissionRequest[]

/** Appends keys and words of one account. */
function add(requests: AccountRequests, names: string[], args: (string | number)[]): void {
  const { accountId } = requests[0]!.call.identity
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
  let last: AdmissionRequest | undefined
  for (const request of requests) {
    const { call, operationId, wasCounted } = request
    const { keyId } = call.identity
    let state = states.get(keyId)
    if (state === undefined) {
      states.set(keyId, (state = states.size + 1))
      names.push(keyId === BEARER_KEY_ID ? keys.user(accountId) : keys.keyState(accountId, keyId))
    }
    if (last === undefined || !canShareRun(last, request)) {
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
    last = request
  }
  args[headAt] = states.size
  args[headAt + 1] = runs
}

/** They differ only in the length of their bodies, so they can share a run. */
const canShareRun = (a: AdmissionRequest, b: AdmissionRequest): boolean =>
  a.call.identity.keyId === b.call.identity.keyId &&
  a.call.meter === b.call.meter &&
  a.call.neededTier === b.call.neededTier &&
  (a.call.unitCount ?? 1) === (b.call.unitCount ?? 1) &&
  (a.call.localRefusal === undefined) === (b.call.localRefusal === undefined) &&
  (a.call.capacityRefusal === undefined) === (b.call.capacityRefusal === undefined) &&
  a.wasCounted === b.wasCounted

/** Decides each request as if it came alone. Verdicts by account, in the order of the requests. Rejects when there is no reply. */
export async function decideAdmissions(
  client: RedisClient,
  accounts: readonly AccountRequests[],
): Promise<readonly Verdict[][]> {
  const names: string[] = []
  const words: (string | number)[] = []
  for (const requests of accounts) add(requests, names, words)
  const values = ((await run(client, ADMISSION, names, [words.join(' ')])) as string).split(NUL)
  const nowMs = Number(values[0])
  let at = 1
  return accounts.map(requests => {
    const verdicts = verdictsOf(requests, values, at, nowMs)
    at += ACCOUNT_SIZE + CALL_SIZE * requests.length
    return verdicts
  })
}

/** The text that all rows have: V8 looks a member up at once by that, and searches its texts first for one that was cut from a reply. */
const tierNamed = (name: string): TierName => TIERS[name as TierName]?.name ?? name

/** at: of the first value of the account. */
function verdictsOf(requests: AccountRequests, values: readonly string[], at: number, nowMs: number): Verdict[] {
  const tier = tierNamed(values[at]!)
  const [month, reason] = [values[at + 1]!, values[at + 3]!]
  const numberAt = (place: number): number => Number(values[at + place])
  const monthLimit = numberAt(2)
  return requests.map(({ call }, i) => {
    const place = ACCOUNT_SIZE + i * CALL_SIZE
    const isAnalysis = call.meter === 'analysis'
    return {
      outcome: values[at + place] as Verdict['outcome'],
      nowMs,
      tier,
      windowLimit: numberAt(isAnalysis ? 4 : 6),
      windowCount: numberAt(place + 1),
      windowLeftMs: numberAt(isAnalysis ? 5 : 7),
      month,
      monthLimit,
      monthUsed: numberAt(place + 2),
      reason,
    }
  })
}
