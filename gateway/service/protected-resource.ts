/**
 * GET /.well-known/oauth-protected-resource, alone and followed by /mcp: the provider at which users of this service sign in (RFC 9728). It is
 * made from the settings, never from headers of the call, which anyone can forge.
 */
import { RESOURCE_METADATA_PATH } from '../../shared/contract/endpoint/resource-paths.ts'
import { SERVICE_TITLE } from '../../shared/contract/envelope.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { issuersOf } from '../../shared/contract/identity-rules.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { Call } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'

export function protectedResource({ config }: Gateway, { exchange }: Call): Answer {
  const { oidcIssuer, publicUrl, oidcScopes } = config
  if (oidcIssuer === undefined) return { refusal: refuse('resource_undescribed', { setting: 'OIDC_ISSUER' }) }
  if (publicUrl === undefined) return { refusal: refuse('resource_undescribed', { setting: 'PUBLIC_URL' }) }
  return jsonReply(200, {
    resource: publicUrl + exchange.path.slice(RESOURCE_METADATA_PATH.length),
    authorization_servers: issuersOf(oidcIssuer),
    scopes_supported: oidcScopes.split(/\s+/).filter(scope => scope !== ''),
    bearer_methods_supported: ['header'],
    resource_name: SERVICE_TITLE,
    resource_documentation: `${publicUrl}/docs`,
  })
}
