/** Schemas of signing in and up, and of playground keys. */
import Type from 'typebox'
import { OneOf } from '../../schedule/containers.ts'
import { TIER_NAMES, TIERS } from '../../tiers.ts'
import { moment } from './job-data.ts'
import { NO_CONTROLS } from './key-data.ts'

/** Longest name of a person or a company. */
const NAME_LENGTH_MAX = 200
/** Longer than providers make them, shorter than what a request line takes. */
const CODE_LENGTH_MAX = 2_048

/** RFC 9728. */
export const ProtectedResource = Type.Object({
  resource: Type.String({
    description: 'Address of the protected service; sent to the identity provider as `resource`.',
  }),
  authorization_servers: Type.Array(Type.String(), { description: 'Issuers whose tokens are accepted.' }),
  scopes_supported: Type.Array(Type.String()),
  bearer_methods_supported: Type.Array(Type.String()),
  resource_name: Type.String(),
  resource_documentation: Type.String(),
})

export const NewSignup = Type.Object({
  display_name: Type.Optional(
    Type.String({ maxLength: NAME_LENGTH_MAX, pattern: NO_CONTROLS, description: 'Display name.' }),
  ),
  company: Type.Optional(Type.String({ maxLength: NAME_LENGTH_MAX, pattern: NO_CONTROLS })),
})

export const Signup = Type.Object({
  user_id: Type.String({ format: 'uuid' }),
  email: Type.String({ description: 'E-mail address from the token of the sign-up, verified by its issuer.' }),
  display_name: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  tier: OneOf(TIER_NAMES, { description: 'Tier of the account.' }),
  created_at: moment('Time at which the user signed up.'),
  created: Type.Boolean({ description: 'True if the user is new.' }),
})

export const CallbackQuery = Type.Object({
  code: Type.String({ minLength: 1, maxLength: CODE_LENGTH_MAX, description: 'What the identity provider gave.' }),
  state: Type.String({ minLength: 1, maxLength: CODE_LENGTH_MAX, description: 'That of the start, used once.' }),
})

export const SignedIn = Type.Object({
  status: Type.Literal('signed_in'),
  access_token: Type.String({ description: 'Bearer token for the header Authorization.' }),
  expires_in: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'Lifetime of the token in seconds; null = unknown.',
  }),
  signed_up: Type.Boolean({ description: 'False if the user has to call POST /api/v1/auth/signup next.' }),
})

export const PageKey = Type.Object({
  api_key: Type.String({ description: 'The key.' }),
  tier: OneOf(TIER_NAMES, { description: 'Tier of the key.' }),
  expires_at: moment('Time at which the key expires.'),
})

export const PlaygroundKey = Type.Object({
  api_key: Type.String({ description: 'The key. It is shown only once.' }),
  key_id: Type.String({ format: 'uuid' }),
  tier: Type.Literal('demo'),
  created_at: moment('Time at which the key was created.'),
  expires_at: moment('Time at which the key expires, unless its calls are used up earlier.'),
  calls_remaining: Type.Integer({ description: `Number of analysis calls of the key: ${TIERS.demo.callsPerMonth}.` }),
})
