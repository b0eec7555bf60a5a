/**
 * `npm run setup`: all that a start needs is fetched and made now, for a folder that the service itself may not write. The bootstrap has provided
 * Node, packages, a redis-server and bundles when this runs; what is left is the documentation, and the compiled code of each process.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '../shared/platform/process/node-flags.ts'
import { ROLES } from './roles.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Threads beside the processes. */
const THREADS = ['compute/worker/worker.ts', 'compute/node/job-worker.ts']
/** The gateway makes what it serves at /docs, as the image does when it is built. */
const DOCS = `import(${JSON.stringify(at('gateway/service/documents.ts'))}).then(({ prepareDocuments }) => prepareDocuments())`

const { REDIS_URL, DATA_DIR, ...env } = process.env
const docs = spawnSync(process.execPath, ['--eval', DOCS], { env, stdio: ['ignore', 'inherit', 'inherit'] })
if (docs.status !== 0) process.exit(2)
// each keeps its compiled code and ends at once, for want of a Redis or of a thread that it belongs to
for (const entry of [...ROLES.map(({ path }) => path), ...THREADS])
  spawnSync(process.execPath, [...NODE_FLAGS, at(entry)], { env, stdio: 'ignore' })
console.log('All that a start needs is in this folder; no later start writes into it.')
