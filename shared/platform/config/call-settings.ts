/** Limits of a call, and the proxies in front of the service. */

import { checkSafeOrigin } from '../../contract/identity-rules.ts'
import { KEPT_SECONDS_MAX, SYNC_TASK_COUNT, TOOL_TASK_COUNT } from '../../contract/tiers.ts'
import { sourceRules } from '../callback/callback-url.ts'
import type { SettingRow } from './setting-row.ts'

export const callSettings = {
  syncTaskCountMax: {
    env: 'SYNC_TASK_LIMIT',
    kind: 'integer',
    default: SYNC_TASK_COUNT,
    minimum: 1,
    maximum: SYNC_TASK_COUNT,
    meaning: 'Maximum tasks of a synchronous call over all its schedules, for every tier.',
  },
  cpmSyncTaskCountMax: {
    env: 'CPM_SYNC_TASK_LIMIT',
    kind: 'integer',
    default: SYNC_TASK_COUNT,
    minimum: 1,
    maximum: 10_000,
    meaning: 'The same limit for /api/v1/analysis/cpm only.',
  },
  toolTaskCountMax: {
    env: 'TOOL_TASK_LIMIT',
    kind: 'integer',
    default: TOOL_TASK_COUNT,
    minimum: 1,
    maximum: 50_000,
    meaning:
      'The same limit for the agent tools, over REST and MCP. Beyond it a tool submits a job, where the tier has jobs.',
  },
  agentProgressMs: {
    env: 'AGENT_PROGRESS_MS',
    kind: 'integer',
    default: 1_000,
    minimum: 1,
    maximum: 60_000,
    meaning: 'Time between two notifications of progress for an agent that asked for them.',
  },
  syncDeadlineSeconds: {
    env: 'SYNC_DEADLINE_SECONDS',
    kind: 'number',
    default: 30,
    minimum: 0.1,
    maximum: 3_600,
    meaning: 'Time limit of a synchronous call; beyond it the answer is 503.',
  },
  uploadSeconds: {
    env: 'UPLOAD_SECONDS',
    kind: 'number',
    default: 120,
    minimum: 1,
    maximum: 3_600,
    meaning: 'Time limit of an upload, plus one second per MB.',
  },
  scheduleSecondsMax: {
    env: 'SCHEDULE_SECONDS_MAX',
    kind: 'integer',
    default: KEPT_SECONDS_MAX,
    minimum: 1,
    maximum: KEPT_SECONDS_MAX,
    meaning: 'The longest time for which a client may keep a schedule; at most seven days.',
  },
  sourceUrl: {
    env: 'SOURCE_URL',
    kind: 'choice',
    default: '0',
    choices: ['0', '1'],
    meaning:
      '1: a schedule may be kept by its address (source_url of POST /api/v1/schedules). The gateway then fetches files from public https servers that callers name.',
  },
  sourceUrlAllowedHosts: {
    env: 'SOURCE_URL_ALLOWED_HOSTS',
    kind: 'text',
    default: undefined,
    check: text => sourceRules({ sourceUrlAllowedHosts: text }),
    meaning: 'Comma-separated hosts, as name or name:port, that source_url may name although they are not public.',
  },
  sourceUrlSeconds: {
    env: 'SOURCE_URL_SECONDS',
    kind: 'number',
    default: 60,
    minimum: 0.1,
    maximum: 3_600,
    meaning: 'Time limit of the fetch of a source_url, with its redirects.',
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    kind: 'text',
    default: undefined,
    check: checkSafeOrigin,
    meaning:
      'Public address of the service, like https://schedules.example.com. With it, clients of /mcp can find out where to sign in. An identity provider that issues tokens for the requested address needs it in OIDC_AUDIENCE, both as it is and followed by /mcp.',
  },
  internalDispatchSecret: {
    env: 'INTERNAL_DISPATCH_SECRET',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning:
      "HMAC key with which the operator's own services mark their calls of agent tools (x-service-internal-dispatch). The mark is recorded in metering and grants no rights.",
  },
  trustedProxyHops: {
    env: 'TRUSTED_PROXY_HOPS',
    kind: 'integer',
    default: 0,
    minimum: 0,
    maximum: 10,
    meaning: 'Number of trusted proxies in front, whose X-Forwarded-For entries are used.',
  },
} as const satisfies Record<string, SettingRow>
