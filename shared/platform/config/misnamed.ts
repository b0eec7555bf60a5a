/** Environment variables that are no settings and look like one: GATEWAY instead of GATEWAYS. They have no effect, and nothing else would say so. */
import { nearest } from '../../contract/did-you-mean.ts'
import { type Machine, settings } from './config.ts'

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
