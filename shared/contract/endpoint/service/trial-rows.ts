/** What helps to try the service: sample schedules and keys for a day. */
import { FILE_MEDIA_TYPES } from '../../schedule/file-formats.ts'
import { CAPABILITIES } from '../../tiers.ts'
import { PageKey, PlaygroundKey } from '../data/identity-data.ts'
import { Fixture, FixtureList, FixtureParams, FixtureQuery } from '../data/sandbox-data.ts'
import { FIXTURE_PATH, SANDBOX_PATH } from '../sandbox-paths.ts'
import { json, service } from './service-row.ts'

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
