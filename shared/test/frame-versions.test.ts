/** The version of frames says all that a node must know: it is raised with what is fingerprinted here. */

import { createHash } from 'node:crypto'
import t from 'tap'
import { analyses } from '../contract/analysis/analyses.ts'
import { COLUMN_ROWS } from '../contract/schedule/column-rows.ts'
import { FRAME_VERSION } from '../contract/schedule/frame-versions.ts'

const WORDS = new Set(['description', 'title', 'examples', 'example'])

/** A schema without what only people read. */
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(
    ([name, member]) => !(WORDS.has(name) && (typeof member !== 'object' || Array.isArray(member))),
  )
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, bare(member)]))
}

const fingerprint = (): string => {
  const columns = COLUMN_ROWS.map(({ name, types }) => [name, types.map(type => type.name)])
  const rows = analyses.map(({ id, input, columns, request }) => [id, input, columns, bare(request)])
  return createHash('sha256')
    .update(JSON.stringify([columns, rows]))
    .digest('hex')
    .slice(0, 16)
}

/** The fingerprint of the version that this release writes. */
const KNOWN = { version: 15, fingerprint: 'c84229c68ccf28fb' }

t.test('columns, analyses and options are those of the version that is written', async t => {
  t.same(
    { version: FRAME_VERSION, fingerprint: fingerprint() },
    KNOWN,
    'what frames carry has changed: when a node of the last release would run such a job otherwise than its caller meant, raise the version in shared/contract/schedule/frame-versions.ts; then note the fingerprint here',
  )
})
