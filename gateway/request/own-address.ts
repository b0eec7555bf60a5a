/** The address at which a caller reaches this service: the configured one, else the one in the call, which a caller can forge. */

import { originOf } from '../../shared/contract/origins.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import type { Call } from '../pipeline/call.ts'

/** Without a slash at its end; undefined: nobody says. */
export function ownAddress(
  { publicUrl, trustedProxyHops }: Pick<Config, 'publicUrl' | 'trustedProxyHops'>,
  { exchange }: Pick<Call, 'exchange'>,
): string | undefined {
  if (publicUrl !== undefined) return publicUrl
  const isSecure = trustedProxyHops > 0 && exchange.header('x-forwarded-proto') === 'https'
  return originOf(`${isSecure ? 'https' : 'http'}://${exchange.header('host') ?? ''}`)
}
