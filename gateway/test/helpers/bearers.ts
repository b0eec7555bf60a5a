/** The check of bearer tokens alone, against a real OpenID provider. */
import type { Test } from 'tap'
import { readConfig } from '../../../shared/config/config.ts'
import { createLog, type Log } from '../../../shared/process/log.ts'
import { Bearers } from '../../identity/bearer.ts'
import { startIssuer } from './issuer.ts'

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
  const bearers = new Bearers([provider.issuer], outcome.config, log, now ?? (() => clock.ms))
  const token = (header = {}) => tokenOf('ada', { exp: Math.floor(Date.now() / 1000) + DAY_SECONDS }, header)
  const stateOf = async (text: string) => (await bearers.verify(text)).state
  return { provider, clock, token, stateOf }
}
