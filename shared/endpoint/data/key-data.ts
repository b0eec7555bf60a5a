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
/** Of texts that people write and see. */
export const NO_CONTROLS = '^[^\\u0000-\\u001f\\u007f]*$'

export const NewKey = Type.Object({
  label: Type.String({
    minLength: 1,
    maxLength: KEY_LABEL_LENGTH_MAX,
    pattern: NO_CONTROLS,
    description: 'What the key is for.',
    examples: ['Nightly report'],
  }),
  expires_at: Type.Optional(
    Type.String({ maxLength: 40, description: 'Date-time from which the key is refused. Default: it has no end.' }),
  ),
})

export const KeyLabel = Type.Object({
  label: Type.String({
    maxLength: KEY_LABEL_LENGTH_MAX,
    pattern: NO_CONTROLS,
    description: 'What the key is for; empty: nothing is said.',
  }),
})

const facts = {
  key_id: KeyId,
  key_prefix: Type.String({ description: 'The first characters of the key.', examples: ['sis_live_3fR'] }),
  description: textOrNull('Its label.'),
  status: OneOf(['active', 'revoked', 'expired'], { description: 'Only an active key is admitted.' }),
  created_at: moment('When it was made.'),
  expires_at: momentOrNull('When it ends; null = it has no end.'),
}

export const CreatedKey = Type.Object({
  ...facts,
  api_key: Type.Optional(
    Type.String({ description: 'The key. Shown here and never again; absent when the call was replayed.' }),
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
      description: 'Keys of a page.',
    }),
  ),
})

export const KeyList = Type.Array(
  Type.Object({
    ...facts,
    last_used_at: momentOrNull('When it was last used, to the minute; null = never.'),
    revoked_at: momentOrNull('When it was revoked; null = it was not.'),
  }),
  { description: 'Oldest first, the revoked ones too.' },
)

export const LabelledKey = Type.Object({
  key_id: KeyId,
  description: textOrNull('Its label.'),
  updated_at: moment('When it was labelled.'),
})

export const Profile = Type.Object({
  user_id: Type.String({ description: 'Id of the user, and of the account.' }),
  email: Type.String(),
  display_name: textOrNull('Name to show.'),
  company: textOrNull('For whom.'),
  tier: OneOf(TIER_NAMES, { description: 'Tier of the account.' }),
  status: OneOf(['active', 'suspended'], { description: 'State of the account.' }),
  subscription: Type.Unsafe({
    type: ['object', 'null'],
    description: 'The subscription that pays for the tier; null = none.',
    properties: {
      provider: { type: 'string', description: 'Who bills it: payment_processor or marketplace.' },
      status: { type: 'string', description: 'active, past_due (still served), unpaid or ended.' },
      current_period_end: {
        type: ['string', 'null'],
        description: 'When it renews, or ends where cancel_at_period_end is true; null = not known here.',
      },
      cancel_at_period_end: { type: 'boolean', description: 'true: it was cancelled and does not renew.' },
    },
  }),
  key_count: Type.Integer({ minimum: 0, description: 'Active keys.' }),
  created_at: moment('When the user signed up.'),
})
