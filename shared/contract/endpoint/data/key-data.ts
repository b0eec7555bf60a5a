/** Schemas of API keys, of the preflight of their paths, of the profile. */
import Type from 'typebox'
import { OneOf } from '../../schedule/containers.ts'
import { TIER_NAMES } from '../../tiers.ts'
import { moment, momentOrNull } from './job-data.ts'
import { textOrNull } from './members.ts'

export const Preflight = Type.Record(Type.String(), Type.String(), {
  description: 'allow: the methods of the path, by commas.',
})

const KeyId = Type.String({
  format: 'uuid',
  description: 'Id of the key.',
  examples: ['7d1c2c1e-58b6-4a0c-9a9e-8b54ad2f2a11'],
})
export const KeyParams = Type.Object({ key_id: KeyId })

const KEY_LABEL_LENGTH_MAX = 200
/** The pattern of texts that people write and see: those of both ranges of control characters could lead the terminal that shows them. */
export const NO_CONTROLS = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$'

export const NewKey = Type.Object({
  label: Type.String({
    minLength: 1,
    maxLength: KEY_LABEL_LENGTH_MAX,
    pattern: NO_CONTROLS,
    description: 'Label of the key: what it is for.',
    examples: ['Nightly report'],
  }),
  expires_at: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Time from which the key is refused. Default: the key does not expire.',
    }),
  ),
})

export const KeyLabel = Type.Object({
  label: Type.String({
    maxLength: KEY_LABEL_LENGTH_MAX,
    pattern: NO_CONTROLS,
    description: 'Label of the key: what it is for. Empty: no label.',
  }),
})

const facts = {
  key_id: KeyId,
  key_prefix: Type.String({ description: 'First characters of the key.', examples: ['sis_live_3fR'] }),
  description: textOrNull('Label of the key; null if it has none.'),
  status: OneOf(['active', 'revoked', 'expired'], { description: 'State of the key. Only an active key is accepted.' }),
  created_at: moment('Time at which the key was created.'),
  expires_at: momentOrNull('Time at which the key expires; null = it does not expire.'),
}

export const CreatedKey = Type.Object({
  ...facts,
  api_key: Type.Optional(
    Type.String({ description: 'The key. It is shown only once; absent in the reply to a repeated call.' }),
  ),
})

/** All records that an account may have. */
const KEY_PAGE_SIZE_MAX = 100

export const KeyListQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({
      maxLength: 60,
      pattern: '^[0-9]+\\.[0-9a-f-]{36}$',
      description: 'Cursor of the Link to the next page.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: KEY_PAGE_SIZE_MAX,
      default: KEY_PAGE_SIZE_MAX,
      description: 'Number of keys per page.',
    }),
  ),
})

export const KeyList = Type.Array(
  Type.Object({
    ...facts,
    last_used_at: momentOrNull('Time of the last use, to the minute; null = never used.'),
    revoked_at: momentOrNull('Time at which the key was revoked; null = not revoked.'),
  }),
  { description: 'Keys, oldest first, including revoked keys.' },
)

export const LabelledKey = Type.Object({
  key_id: KeyId,
  description: textOrNull('Label of the key; null if it has none.'),
  updated_at: moment('Time at which the label was set.'),
})

export const Profile = Type.Object({
  user_id: Type.String({ description: 'Id of the user, and of the account.' }),
  email: Type.String(),
  display_name: textOrNull('Display name; null if there is none.'),
  company: textOrNull('For whom.'),
  tier: OneOf(TIER_NAMES, { description: 'Tier of the account.' }),
  status: OneOf(['active', 'suspended'], { description: 'State of the account.' }),
  subscription: Type.Unsafe({
    type: ['object', 'null'],
    description: 'Subscription that pays for the tier; null = none.',
    properties: {
      provider: { type: 'string', description: 'Biller: payment_processor or marketplace.' },
      status: { type: 'string', description: 'active, past_due (still served), unpaid or ended.' },
      current_period_end: {
        type: ['string', 'null'],
        description: 'Time at which it renews, or ends if cancel_at_period_end is true; null = unknown.',
      },
      cancel_at_period_end: { type: 'boolean', description: 'True if it was cancelled and does not renew.' },
    },
  }),
  key_count: Type.Integer({ minimum: 0, description: 'Number of active keys.' }),
  created_at: moment('Time at which the user signed up.'),
})
