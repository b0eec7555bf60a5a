/**
 * Every environment variable of the service, declared once: name, type, default, bounds, meaning. The rows are in config/, one file per
 * topic. Gateway, node, admin commands, load test, deploy/env.example and the README table read them. Pure: the environment and the
 * properties of the machine are passed in.
 */

import { nearest } from '../../contract/did-you-mean.ts'
import { billingSettings } from './billing-settings.ts'
import { callSettings } from './call-settings.ts'
import { identitySettings, webPageSettings } from './identity-settings.ts'
import { jobSettings } from './job-settings.ts'
import { objectSettings } from './object-settings.ts'
import { drainSettings, loadSettings, metricsSettings, processSettings } from './process-settings.ts'
import { type Machine, readValue, type SettingRow } from './setting-row.ts'
import { threadSettings } from './thread-settings.ts'
import { tracingSettings } from './tracing-settings.ts'

export type { Machine } from './setting-row.ts'

/** In the order of the documentation. */
const rows = (machine: Machine) => ({
  ...processSettings,
  ...callSettings,
  ...threadSettings(machine),
  ...loadSettings(machine),
  ...metricsSettings,
  ...tracingSettings,
  ...jobSettings,
  ...objectSettings,
  ...identitySettings,
  ...webPageSettings,
  ...billingSettings,
  ...drainSettings,
})

type Rows = ReturnType<typeof rows>
type Given<Row> = Row extends { kind: 'integer' | 'number' }
  ? number
  : Row extends { kind: 'choice'; choices: readonly (infer Choice)[] }
    ? Choice
    : string
type ValueOf<Row> = Row extends { default: undefined } ? Given<Row> | undefined : Given<Row>

export type Config = { readonly [Name in keyof Rows]: ValueOf<Rows[Name]> }

export type ConfigOutcome =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly mistakes: readonly string[] }

/** Settings that have no effect without another one: the setting, then the one it needs. */
const NEEDS: readonly (readonly [keyof Rows, keyof Rows])[] = [
  ['redisTlsCa', 'redisUrl'],
  ['redisTlsCert', 'redisTlsKey'],
  ['redisTlsKey', 'redisTlsCert'],
  ['redisTlsName', 'redisUrl'],
  ['oidcIssuer', 'oidcAudience'],
  ['oidcClientId', 'oidcIssuer'],
  ['oidcClientId', 'oidcRedirectUri'],
]

/** Reads the environment. An empty variable counts as absent. Reports all mistakes, not only the first. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, machine: Machine): ConfigOutcome {
  const config: Record<string, number | string | undefined> = {}
  const mistakes: string[] = []
  for (const [name, row] of Object.entries<SettingRow>(rows(machine))) {
    const text = env[row.env]
    if (text === undefined || text === '') {
      config[name] = row.default
      continue
    }
    const read = readValue(row, text)
    if ('mistake' in read) mistakes.push(read.mistake)
    else config[name] = read.value
  }
  // an unreadable value does not count as missing
  if (mistakes.length === 0) {
    const names = rows(machine)
    const lacking = NEEDS.filter(([name, needed]) => config[name] !== undefined && config[needed] === undefined)
    mistakes.push(...lacking.map(([name, needed]) => `${names[name].env} needs ${names[needed].env}`))
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, config: Object.freeze(config) as Config }
}

/** The rows in declared order, for the documentation. */
export const settings = (machine: Machine): readonly SettingRow[] => Object.values(rows(machine))

// Environment variables that are no settings and look like one: GATEWAY instead of GATEWAYS. They have no effect, and nothing else would say so.

/** A sentence for each. A variable beside the setting that it looks like is somebody else's. */
export function misnamedSettings(env: Readonly<Record<string, string | undefined>>, machine: Machine): string[] {
  const known = new Set(settings(machine).map(row => row.env))
  return Object.keys(env).flatMap(name => {
    const meant = known.has(name) ? undefined : nearest(name, known)
    return meant === undefined || env[meant] !== undefined
      ? []
      : [`${name} is no setting and has no effect. Did you mean ${meant}?`]
  })
}
