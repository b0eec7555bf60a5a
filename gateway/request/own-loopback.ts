/** Origins on this machine, by names that cannot be rebound, whose page calls the address that it was loaded from. */
import { originOf } from '../../shared/contract/origins.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export function isOwnLoopback(origin: string, host: string | undefined): boolean {
  if (originOf(origin) !== origin) return false
  const url = new URL(origin)
  return LOOPBACK.test(url.hostname) && url.host === host
}
