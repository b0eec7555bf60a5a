/**
 * A function literal that is assigned to a member at once is made in the old generation, since V8 takes it for a method of a class: whatever it refers to
 * outlives the nursery, for each call a second time. So such a function gets a name first (`const end = () => …`, then `this.#end = end`).
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Made once for a process, a client or a sheet. */
const MADE_ONCE: readonly string[] = [
  'compute/engine/analysis/change-tracking/change-text.ts',
  'compute/engine/write/sheets/sheet-visitor.ts',
  'compute/library/older-runtimes.ts',
  'compute/node/housekeeping.ts',
  'shared/platform/jobs/zstd.ts',
  'shared/platform/redis/connect.ts',
]

const files = globSync('{gateway,shared,compute}/**/*.ts', { cwd: root })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => !/(^|\/)(test|bench|browser|clients|node_modules)\//.test(file))

/** A member, or an entry by a name in brackets, and behind the sign a function. */
const ASSIGNED =
  /^\s*(?!(?:const|let|readonly|static|export|type)\b)[\w#.!\]['"]*(?:\.#?\w+|\])!? (?:\?\?|\|\|)?= (?:async )?(?:function\b|\w+ =>|\([^()\n]*\)(?:: [^=\n]+)? =>)/gm

t.test('functions that a call keeps are not assigned to members as literals', async t => {
  t.ok(files.length > 500)
  const found = files.filter(file => readFileSync(join(root, file), 'utf8').match(ASSIGNED) !== null)
  t.strictSame(found.sort(), MADE_ONCE)
})
