/** The check of bearer tokens alone, against a real OpenID provider. */
import type { Test } from 'tap'
import { readConfig } from '../../../shared/platform/config/config.ts'
import { createLog, type Log } from '../../../shared/platform/process/log.ts'
import { Bearers } from '../../identity/bearer.ts'
import { startIssuer } from './issuer.ts'

/** The provider runs on the thread of the check: what keeps one of them busy must not count as a provider that is away. */
const ANSWER_MS_MAX = 120_000
const DAY_SECONDS = 86_400

interface Options {
  readonly log?: Log
  /** Clock of the check; absent: one that the test moves. */
  readonly now?: () => number
}

export async function startBearers(t: Test, { log = createLog('silent', 'test'), now }: Options = {}) {
  const { provider, settings, token: tokenOf } = await startIssuer(t)
  const outcome = readConfig(settings, { coreCount: 1, memoryBytes: 2 ** 30 })
  if (!outcome.ok) throw new Error(outcome.mistakes.join())
  const clock = { ms: Date.now() }
  const bearers = new Bearers([provider.issuer], outcome.config, log, now ?? (() => clock.ms), ANSWER_MS_MAX)
  const token = (header = {}) => tokenOf('ada', { exp: Math.floor(Date.now() / 1000) + DAY_SECONDS }, header)
  const stateOf = async (text: string) => (await bearers.verify(text)).state
  return { provider, clock, token, stateOf }
}
