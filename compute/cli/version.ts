import { readFileSync } from 'node:fs'
import { ENGINE_VERSION } from '../engine/write/engine-version.ts'

/** Of the software, and of the engine: results carry the second, and are the same as long as it is. */
export function versionLine(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return `sis ${version} (engine ${ENGINE_VERSION}, Node ${process.versions.node})`
}
