/**
 * T31 with a clock that nobody moves: a thousand checks a second while keys change and ten thousand tokens name keys that do not exist, then ten
 * minutes in which the issuer is away, then its return with another key. The calls are those of the check itself: a driver of a thousand HTTP calls a
 * second and a gateway beside it need more than the two cores on which this runs. A key is published a cooldown before it is used,
 * as providers do. test/identity/bearers.test.ts is the short form.
 */
import t from 'tap'
import { createLog } from '../../../shared/platform/process/log.ts'
import { startBearers } from '../helpers/bearers.ts'

const SECOND_MS = 1_000
const TICK_MS = 10
const CHECKS_PER_SECOND = 1_000
const UNKNOWN_COUNT = 10_000
const COOLDOWN_MS = 30_000
/** Clocks of timers are coarser than the check's. */
const SLACK_MS = 50
const DOWN_SECONDS = 600
const PHASE_SECONDS = 45

t.setTimeout((DOWN_SECONDS + 4 * PHASE_SECONDS + 300) * SECOND_MS)

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

t.test('T31: no honest token is refused, and keys are requested once in a cooldown', async t => {
  /** Attempts to fetch keys, ms: those that the provider saw, and those that did not reach it. */
  const attemptsAtMs: number[] = []
  const log = Object.assign(createLog('silent', 'test'), { warn: () => attemptsAtMs.push(performance.now()) })
  const { provider, token, stateOf } = await startBearers(t, { log, now: Date.now })

  const counts = new Map<string, number>()
  const check = async (kind: string, text: string): Promise<void> => {
    const name = `${kind} ${await stateOf(text)}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const [, body, signature] = (await token()).split('.')
  let unknownCount = 0
  const unknown = (): string => `${part({ alg: 'RS256', kid: `flood-${unknownCount++}` })}.${body}.${signature}`

  /** Checks of the tokens in turn, as many a second as it says and as the clock says, with some of unknown keys among them. */
  async function phase(seconds: number, honest: readonly string[], unknownPerSecond: number): Promise<void> {
    const beganAtMs = performance.now()
    let done = 0
    let unknownDone = 0
    let seen = provider.keyFetchCount
    while (performance.now() - beganAtMs < seconds * SECOND_MS) {
      const elapsed = (performance.now() - beganAtMs) / SECOND_MS
      const checks: Promise<void>[] = []
      for (; done < elapsed * CHECKS_PER_SECOND; done++) checks.push(check('honest', honest[done % honest.length]!))
      for (; unknownDone < elapsed * unknownPerSecond; unknownDone++) checks.push(check('unknown', unknown()))
      await Promise.all(checks)
      for (; seen < provider.keyFetchCount; seen++) attemptsAtMs.push(performance.now())
      await new Promise(resolve => setTimeout(resolve, TICK_MS))
    }
    t.comment(`${seconds} s: ${done} honest, ${unknownDone} unknown`)
  }

  const first = await token()
  await phase(PHASE_SECONDS, [first], UNKNOWN_COUNT / PHASE_SECONDS)
  await provider.rotate()
  const second = await token()
  await phase(PHASE_SECONDS, [first], 1)
  await phase(PHASE_SECONDS, [first, second], 1)
  const beforeMs = performance.now()
  await provider.pause()
  await phase(DOWN_SECONDS, [first, second], 1)
  const downMs = performance.now() - beforeMs
  await provider.resume()
  await provider.rotate()
  const third = await token()
  await phase(PHASE_SECONDS, [first, second], 1)
  await check('third', third)

  const honest = counts.get('honest valid') ?? 0
  const gapsMs = attemptsAtMs.toSorted((a, b) => a - b).flatMap((ms, i, all) => (i === 0 ? [] : [ms - all[i - 1]!]))
  t.comment(`${JSON.stringify(Object.fromEntries(counts))}, away for ${(downMs / SECOND_MS).toFixed(0)} s`)
  t.comment(
    `${attemptsAtMs.length} attempts to fetch keys, at least ${(Math.min(...gapsMs) / SECOND_MS).toFixed(2)} s apart`,
  )
  const names = [...counts.keys()]
  t.same(
    names.filter(name => name.startsWith('honest') && name !== 'honest valid'),
    [],
    'no honest token was refused',
  )
  t.ok(honest >= CHECKS_PER_SECOND * (DOWN_SECONDS + 3 * PHASE_SECONDS))
  t.ok(unknownCount >= UNKNOWN_COUNT)
  t.notOk(counts.has('unknown valid'))
  t.equal(counts.get('third valid'), 1, 'a key that came with the return is known')
  t.ok(downMs >= DOWN_SECONDS * SECOND_MS)
  t.ok(Math.min(...gapsMs) >= COOLDOWN_MS - SLACK_MS, 'once in a cooldown')
})
