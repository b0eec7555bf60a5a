/**
 * WWW-Authenticate of a 401: how to identify, and where a client finds out how its user signs in (RFC 9728), if sign-in is configured. A
 * refused token is named as the reason (RFC 6750, 3.1), because clients then get a new one.
 */

import { metadataPathFor } from '../../shared/contract/endpoint/resource-paths.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import type { Config } from '../../shared/platform/config/config.ts'

const API_KEY = 'ApiKey header="x-api-key"'

/** Fact of a refusal of credentials: what was wrong with the bearer token that came. */
export type TokenFault = 'expired' | 'invalid'

const DESCRIPTIONS: Readonly<Record<TokenFault, string>> = {
  expired: 'The access token expired',
  invalid: 'The access token is not valid',
}

/** Bearer comes first: clients read the first challenge alone. */
export function challengeAt({ publicUrl, oidcIssuer }: Config, path: string, { details: facts }: Refusal): string {
  const isDescribed = publicUrl !== undefined && oidcIssuer !== undefined
  const fault = facts.token as TokenFault | undefined
  const parameters = [
    ...(isDescribed ? [`resource_metadata="${publicUrl}${metadataPathFor(path)}"`] : []),
    ...(fault === undefined ? [] : ['error="invalid_token"', `error_description="${DESCRIPTIONS[fault]}"`]),
  ]
  return `${parameters.length === 0 ? 'Bearer' : `Bearer ${parameters.join(', ')}`}, ${API_KEY}`
}
