/** An account and its user: tier and usage, signing up, the sandbox, the contact form. */

import { FILE_MEDIA_TYPES } from '../../schedule/file-formats.ts'
import { CAPABILITIES } from '../../tiers.ts'
import { ContactForm, ContactReceipt } from '../data/contact-data.ts'
import {
  CallbackQuery,
  NewSignup,
  PageKey,
  PlaygroundKey,
  ProtectedResource,
  SignedIn,
  Signup,
} from '../data/identity-data.ts'
import { Fixture, FixtureList, FixtureParams, FixtureQuery } from '../data/sandbox-data.ts'
import { TierRecord } from '../data/service-data.ts'
import { Usage, UsageQuery } from '../data/usage-data.ts'
import { AGENT_METADATA_PATH, FIXTURE_PATH, RESOURCE_METADATA_PATH, SANDBOX_PATH } from '../paths.ts'
import { json, live, service } from './service-row.ts'

/** What an account may do and has done. */
export const accountRows = [
  service('account.tier', 'GET', '/api/v1/account/tier', 'Tier, limits and capabilities of the caller', {
    identity: 'key',
    description: 'Does not count against the month. May be cached for 30 to 120 seconds.',
    replies: { 200: json('The tier record.', TierRecord) },
  }),
  service('account.usage', 'GET', '/api/v1/account/usage', 'Usage per day and endpoint', {
    identity: 'key',
    query: UsageQuery,
    description: 'Calls of the account, per day and endpoint, and per key; recorded a moment after the answer.',
    replies: { 200: json('The usage.', Usage) },
    refusals: ['validation'],
  }),
]

// Where people sign in, and become users.

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

/** The contact form. */
export const contactRows = [
  service('contact.submit', 'POST', '/api/v1/contact/submit', 'Contact form', {
    meter: 'address',
    body: ContactForm,
    description: 'Kept for the operator, who answers by mail. A few forms per address and ten minutes.',
    replies: { 200: json('It is kept.', ContactReceipt) },
    refusals: ['contact_limit', 'capacity_exceeded'],
  }),
]

// What helps to try the service: sample schedules and keys for a day.

const ofSandbox = { identity: 'key', tier: CAPABILITIES.sandbox_fixture_requests } as const

export const trialRows = [
  service('sandbox.list', 'GET', SANDBOX_PATH, 'Sample schedules', {
    ...ofSandbox,
    replies: { 200: json('The samples, of our own making.', FixtureList) },
  }),
  service('sandbox.read', 'GET', FIXTURE_PATH, 'A ready request body per analysis', {
    ...ofSandbox,
    params: FixtureParams,
    query: FixtureQuery,
    replies: {
      200: {
        ...json('The bodies, or with ?analysis= that body alone; of a project file the file.', Fixture),
        otherMediaTypes: [FILE_MEDIA_TYPES.xer],
      },
    },
    refusals: ['fixture_not_found', 'validation'],
  }),

  service('page.key', 'POST', '/api/v1/page/key', 'Key of the page at /', {
    meter: 'address',
    description:
      'For the page at / on the machine that the service runs on, where the operator lets it have one (PAGE_TIER): never for another address, for a page of another origin, nor for another user of that machine (PAGE_USERS).',
    replies: { 201: json('The key.', PageKey) },
    refusals: ['page_key_refused'],
  }),
  service('playground.key', 'POST', '/api/v1/playground/keys', 'Ephemeral demo key', {
    meter: 'address',
    description: 'A key of the tier demo for 24 hours or 100 calls, whichever ends first; three per address and day.',
    replies: { 201: json('The key.', PlaygroundKey) },
    refusals: ['playground_limit'],
  }),
]
