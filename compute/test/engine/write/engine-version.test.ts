/** A client that compares results of two days must be able to see from the engine version that they may differ. */
import t from 'tap'
import { ENGINE_VERSION } from '../../../engine/write/engine-version.ts'
import { hashOfAll, recordedVersions, resultsNow } from './recorded-results.ts'

const HOW = 'raise ENGINE_VERSION (compute/engine/write/engine-version.ts), then `npm run readme` records the results'

/** 1.10.0 after 1.9.3. */
const order = (version: string): number => version.split('.').reduce((sum, part) => sum * 10_000 + Number(part), 0)

t.test('no result of the recorded inputs changes while the engine version stays', async t => {
  const newest = recordedVersions().at(-1)
  t.equal(newest?.version, ENGINE_VERSION, HOW)
  const now = resultsNow()
  const changed = Object.keys(now).filter(id => now[id] !== newest?.methods?.[id])
  t.strictSame(changed, [], `answers of these methods changed: ${HOW}`)
  t.equal(newest?.all, hashOfAll(now), HOW)
})

t.test('versions rise, and no two of them are said to answer the same', async t => {
  const versions = recordedVersions()
  for (const [n, { version, all }] of versions.entries()) {
    if (n === 0) continue
    t.ok(order(version) > order(versions[n - 1]!.version), `${version} after ${versions[n - 1]!.version}`)
    t.not(all, versions[n - 1]!.all, `${version} answers otherwise than the version before`)
  }
})
