/** The check of bearer tokens alone, against a real OpenID provider. */
import type { Test } from 'tap'
import { startLocalProvider } from '../../../deploy/identity/local-provider.ts'
import { readConfig } from '../../../shared/config.ts'
import { createLog, type Log } from '../../../shared/process/log.ts'
import { Bearers } from '../../identity/bearer.ts'
import { AUDIENCE } from './identity.ts'

const DAY_SECONDS = 86_400

interface Options {
  readonly log?: Log
  /** Clock of the check; absent: one that the test moves. */
  readonly now?: () => number
}

export async function startBearers(t: Test, { log = createLog('silent'), now }: Options = {}) {
  const provider = await startLocalProvider({ audience: AUDIENCE, redirectUri: 'http://127.0.0.1/', users: {} })
  t.teardown(() => provider.close())
  const settings = { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE }
  const outcome = readConfig(settings, { coreCount: 1, memoryBytes: 2 ** 30 })
  if (!outcome.ok) throw new Error(outcome.mistakes.join())
  const clock = { ms: Date.now() }
  const bearers = new Bearers([provider.issuer], outcome.config, log, now ?? (() => clock.ms))
  const token = (header = {}) => {
    const exp = Math.floor(Date.now() / 1000) + DAY_SECONDS
    return provider.sign({ iss: provider.issuer, aud: AUDIENCE, sub: 'ada', exp }, header)
  }
  const stateOf = async (text: string) => (await bearers.verify(text)).state
  return { provider, clock, token, stateOf }
}
