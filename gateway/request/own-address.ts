/** Where a caller reaches this service: as the operator says, else as the call itself says, which anybody can write. */
import type { Config } from '../../shared/config/config.ts'
import { originOf } from '../../shared/origins.ts'
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
