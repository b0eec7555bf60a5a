/** Bounds of a call, and what stands between it and its caller. */
import { checkSafeOrigin } from '../identity-rules.ts'
import { SYNC_TASK_COUNT, TOOL_TASK_COUNT } from '../tiers.ts'
import type { SettingRow } from './setting-row.ts'

export const callSettings = {
  syncTaskCountMax: {
    env: 'SYNC_TASK_LIMIT',
    kind: 'integer',
    default: SYNC_TASK_COUNT,
    minimum: 1,
    maximum: SYNC_TASK_COUNT,
    meaning: 'Tasks of a synchronous call over all its schedules, every tier.',
  },
  cpmSyncTaskCountMax: {
    env: 'CPM_SYNC_TASK_LIMIT',
    kind: 'integer',
    default: SYNC_TASK_COUNT,
    minimum: 1,
    maximum: 10_000,
    meaning: 'The same for /api/v1/analysis/cpm alone.',
  },
  toolTaskCountMax: {
    env: 'TOOL_TASK_LIMIT',
    kind: 'integer',
    default: TOOL_TASK_COUNT,
    minimum: 1,
    maximum: 10_000,
    meaning: 'The same for the agent tools, over REST and MCP: an agent has no job to wait for.',
  },
  syncDeadlineSeconds: {
    env: 'SYNC_DEADLINE_SECONDS',
    kind: 'number',
    default: 30,
    minimum: 0.1,
    maximum: 3_600,
    meaning: 'Time of a synchronous call; beyond it 503.',
  },
  uploadSeconds: {
    env: 'UPLOAD_SECONDS',
    kind: 'number',
    default: 120,
    minimum: 1,
    maximum: 3_600,
    meaning: 'Time of an upload, beside one second per MB.',
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    kind: 'text',
    default: undefined,
    check: checkSafeOrigin,
    meaning:
      'Address callers reach this service at, like https://schedules.example.com: with it, clients of /mcp find out where to sign in. A provider that makes tokens for the address asked for needs it, and it followed by /mcp, in OIDC_AUDIENCE.',
  },
  internalDispatchSecret: {
    env: 'INTERNAL_DISPATCH_SECRET',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning:
      'Key of the HMAC with which services of the operator mark their calls of agent tools (x-service-internal-dispatch); the mark is metered and gives no right.',
  },
  trustedProxyHops: {
    env: 'TRUSTED_PROXY_HOPS',
    kind: 'integer',
    default: 0,
    minimum: 0,
    maximum: 10,
    meaning: 'Proxies in front whose X-Forwarded-For entries are believed.',
  },
} as const satisfies Record<string, SettingRow>
