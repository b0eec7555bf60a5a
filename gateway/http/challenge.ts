/** WWW-Authenticate of a 401: how to identify, and where a client finds out how its user signs in (RFC 9728), if anybody can. */
import type { Config } from '../../shared/config.ts'
import { metadataPathFor } from '../../shared/endpoint/resource-paths.ts'

const API_KEY = 'ApiKey header="x-api-key"'

/** Bearer comes first: clients read the first challenge alone. */
export function challengeAt({ publicUrl, oidcIssuer }: Config, path: string): string {
  const isDescribed = publicUrl !== undefined && oidcIssuer !== undefined
  return isDescribed
    ? `Bearer resource_metadata="${publicUrl}${metadataPathFor(path)}", ${API_KEY}`
    : `Bearer, ${API_KEY}`
}
