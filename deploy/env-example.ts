/**
 * deploy/env.example: every setting of the service with its meaning and default, made from the rows of shared/platform/config/config.ts, and the few that only
 * compose.yaml reads. `npm run readme` writes it; a test compares.
 */
import { fileURLToPath } from 'node:url'
import { type Machine, settings } from '../shared/platform/config/config.ts'
import { readImages, reference } from './images/places.ts'

export const ENV_EXAMPLE = fileURLToPath(new URL('./env.example', import.meta.url))

/** Settings that compose.yaml alone reads: [name, value, meaning]. */
const COMPOSE: readonly (readonly [string, string, string])[] = [
  ...['GATEWAY', 'NODE', 'DELIVERER', 'OPERATOR'].map(
    role =>
      [
        `REDIS_PASSWORD_${role}`,
        '',
        `Password of the user ${role.toLowerCase()} of the Redis of compose.yaml: openssl rand -hex 32. Letters and digits, since it stands in a URL.`,
      ] as const,
  ),
  ['REDIS_MAXMEMORY', '4gb', 'Memory of that Redis; jobs may bring it to 60 % of it (REDIS_MEMORY_BUDGET).'],
  ['REDIS_MEMORY_LIMIT', '6g', 'Memory of its container: half as much again as REDIS_MAXMEMORY.'],
  [
    'REDIS_IMAGE',
    reference(readImages().redis),
    'Image of that Redis, 7.2 or newer; npm run images -- --pin finds its digest.',
  ],
  [
    'SIS_TLS_DIR',
    './tls',
    'Folder of compose.tls.yaml: redis/ and client/, each with ca.crt, tls.crt and tls.key (runbook/install.md, "TLS").',
  ],
  ['SIS_IMAGE', 'schedule-intelligence-service', 'Image of the service, with its tag or digest.'],
  ['SIS_PUBLISH', '127.0.0.1:8080-8081', 'Address and ports on the host, one for each gateway.'],
  ['SIS_GATEWAYS', '2', 'Gateways.'],
  ['SIS_NODES', '2', 'Compute nodes.'],
]

/** What compose.yaml decides itself, so that a value here would be of no use. */
export const SET_BY_COMPOSE: readonly string[] = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'REDIS_URL',
  'METRICS_HOST',
  'METRICS_PORT',
]

/** Without a value for these compose.yaml does not start. */
export const NEEDED_BY_COMPOSE: readonly string[] = [
  'REDIS_PASSWORD_GATEWAY',
  'REDIS_PASSWORD_NODE',
  'REDIS_PASSWORD_DELIVERER',
  'REDIS_PASSWORD_OPERATOR',
  'SECRETS_KEY',
]

const WIDTH = 118

/** Lines of a comment, broken at blanks. */
function comment(text: string): string {
  const lines = ['#']
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + 1 + word.length > WIDTH) lines.push('#')
    lines[lines.length - 1] += ` ${word}`
  }
  return lines.join('\n')
}

function entry(row: Setting): string {
  const known = defaultOf(row)
  const bounds = [
    row.choices === undefined ? '' : `One of ${row.choices.join(', ')}.`,
    row.minimum === undefined ? '' : `At least ${row.minimum}.`,
    row.maximum === undefined ? '' : `At most ${row.maximum}.`,
    known !== undefined && 'rule' in known ? `Default: ${known.rule}.` : '',
    SET_BY_COMPOSE.includes(row.env) ? 'Set by compose.yaml itself.' : '',
  ]
  const text = comment([row.meaning, ...bounds].filter(part => part !== '').join(' '))
  const mark = NEEDED_BY_COMPOSE.includes(row.env) ? '' : '#'
  return `${text}\n${mark}${row.env}=${known !== undefined && 'value' in known ? known.value : ''}`
}

export const envExample = (): string =>
  `# Settings of the service. Copy to deploy/.env, fill in the REDIS_PASSWORD_... and SECRETS_KEY, and take the # off the lines you change.
# Made by \`npm run readme\` from the rows of shared/platform/config/config.ts.

# ---- compose.yaml alone

${COMPOSE.map(([name, value, meaning]) => `${comment(meaning)}\n${name}=${value}`).join('\n\n')}

# ---- gateway, compute node, deliverer, admin command

${documentedSettings().map(entry).join('\n\n')}
`

/** The default of a setting in documents. A default that depends on the machine is stated as a rule, not as the number of this machine. */
export type Setting = ReturnType<typeof settings>[number]

const NO_MACHINE: Machine = { coreCount: 0, memoryBytes: 0 }

const FOLLOWS_MACHINE: Readonly<Record<string, string>> = {
  WORKER_THREADS: 'number of cores',
  JOB_THREADS: 'number of cores, at least 2',
  INLINE_JOB_BYTES: '32768 with one or two cores, else 0',
  BYTES_IN_FLIGHT_MAX: 'half of the memory',
}

export const documentedSettings = (): readonly Setting[] => settings(NO_MACHINE)

/** The value, when the default is one; else the rule, or undefined for none. */
export function defaultOf({ env, default: value }: Setting): { value: string } | { rule: string } | undefined {
  const rule = FOLLOWS_MACHINE[env]
  if (rule !== undefined) return { rule }
  return value === undefined ? undefined : { value: String(value) }
}
