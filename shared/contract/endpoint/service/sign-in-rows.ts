/** Where people sign in, and become users. */
import { CallbackQuery, NewSignup, ProtectedResource, SignedIn, Signup } from '../data/identity-data.ts'
import { AGENT_METADATA_PATH, RESOURCE_METADATA_PATH } from '../resource-paths.ts'
import { json, live, service } from './service-row.ts'

const describedResource = <const Id extends string>(id: Id, path: string, summary: string) =>
  service(id, 'GET', path, summary, {
    ...live,
    description: 'RFC 9728; without OIDC_ISSUER and PUBLIC_URL there is nothing to tell.',
    replies: { 200: json('The providers.', ProtectedResource) },
    refusals: ['resource_undescribed'],
  })

export const signInRows = [
  describedResource('auth.resource', RESOURCE_METADATA_PATH, 'Where to sign in'),
  describedResource('auth.resource.mcp', AGENT_METADATA_PATH, 'Where to sign in for the agent tools'),
  service('auth.login', 'GET', '/api/v1/auth/login', 'Start the sign-in', {
    meter: 'address',
    description:
      'For browsers: leads to the identity provider. The sign-in must end within ten minutes in the same one.',
    replies: { 302: json('To the identity provider.') },
    refusals: ['identity_unconfigured', 'identity_unavailable'],
  }),
  service('auth.callback', 'GET', '/api/v1/auth/callback', 'End of the sign-in', {
    meter: 'address',
    query: CallbackQuery,
    description:
      'Where the identity provider sends the browser back: the state is checked, the code exchanged for a token.',
    replies: { 200: json('Signed in.', SignedIn) },
    refusals: ['login_state_invalid', 'login_failed', 'validation', 'identity_unconfigured', 'identity_unavailable'],
  }),
  service('auth.signup', 'POST', '/api/v1/auth/signup', 'Create the user', {
    identity: 'subject',
    meter: 'address',
    body: NewSignup,
    isBodyOptional: true,
    description:
      'The e-mail address is that of the token, verified; it belongs to one account, whatever sign-in shows it. No key is made: POST /api/v1/auth/keys comes next.',
    replies: {
      200: json('The user was there before.', Signup),
      201: json('The user, in the tier free.', Signup),
    },
    refusals: ['email_unverified', 'email_taken'],
  }),
]
