/** Names beside ids: in every list of data and in every finding of all analyses, and nowhere in replies to requests without names. */

import t from 'tap'
import type { TSchema } from 'typebox'
import type { AnalysisId, AnalysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { Finding } from '../../../../shared/contract/endpoint/data/envelope-data.ts'
import { namesMember, refersToTasks } from '../../../../shared/contract/endpoint/data/named.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import {
  bodyOf,
  built,
  faultOf,
  mapTasks,
  type Plain,
  type Project,
  project,
  reply,
} from '../../helpers/every-analysis.ts'

type Schema = TSchema & {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
}

const nameOf = (id: string): string => `Work of ${id}`
const named = (from: Project, name: (task: TaskObject) => string | null): Project =>
  mapTasks(from, tasks => tasks.map(task => ({ ...task, name: name(task) })))

/** Every value of a member that refers to tasks, with the value of the member of their names. */
function pairs(schema: Schema, value: Plain, path: string): { path: string; ids: Plain; names: Plain }[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return schema.items === undefined ? [] : value.flatMap(each => pairs(schema.items as Schema, each, `${path}[]`))
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    if (!(key in value)) return []
    const inner = pairs(member as Schema, value[key], `${path}.${key}`)
    if (!refersToTasks(member)) return inner
    return [...inner, { path: `${path}.${key}`, ids: value[key], names: value[namesMember(key, member)[0]] }]
  })
}

const pairsOf = (row: AnalysisRow, { data, findings }: Plain) => [
  ...pairs(row.data as Schema, data, 'data'),
  ...findings.flatMap((finding: Plain) => pairs(Finding as Schema, finding, 'findings[]')),
]

/** Members that refer to tasks, by their path. */
function pathsOf(schema: Schema, path: string): string[] {
  const items = schema.items === undefined ? [] : pathsOf(schema.items as Schema, `${path}[]`)
  const members = Object.entries(schema.properties ?? {}).flatMap(([key, member]) => [
    ...(refersToTasks(member) ? [`${path}.${key}`] : []),
    ...pathsOf(member as Schema, `${path}.${key}`),
  ])
  return [...items, ...members]
}

const PROJECT = project(11, 300)

/** Where another task ends last, which it does not in this project: compute/test/engine/forensics/last-task.test.ts. */
const followed = (place: string): string[] =>
  ['id', 'tied_task_ids', 'last_tasks[].id', 'other_task_id'].map(name => `${place}.followed_finish.${name}`)

/** Members that this project has no occasion for: components without details, and delays by party, which its series lacks. */
const UNSEEN: Readonly<Partial<Record<AnalysisId, readonly string[]>>> = {
  // of schedules with calendars: compute/test/engine/clock/agreement-shown.test.ts
  'analysis.cpm': [
    'data.agreement.fields[].largest_difference_id',
    'data.agreement.differences_begin_at[].id',
    'data.agreement.longest_path.only_computed_ids',
    'data.agreement.longest_path.only_stored_ids',
  ],
  // without milestones and constraints: compute/test/engine/analysis/what-if.test.ts
  'analysis.what-if': [
    'data.base.broken_constraints[].id',
    'data.alternatives[].broken_constraints[].id',
    'data.alternatives[].milestones[].id',
    'data.alternatives[].float_lost[].id',
    'data.changed_tasks[].id',
  ],
  // without milestones: compute/test/engine/forensics/time-impact.test.ts
  'forensics.time-impact': ['data.events[].milestones[].id', 'data.contract_dates.completions[].id'],
  'forensics.history': ['data.milestones[].id', ...followed('data')],
  'forensics.collapsed-as-built': ['data.simulations[].milestones[].id', 'data.contract_dates.completions[].id'],
  'analysis.resources': ['data.components[].task_ids'],
  // of limits that are never enough: compute/test/engine/analysis/levelling.test.ts
  'analysis.levelling': ['data.unresolved[].id'],
  // of statuses whose calendars differ
  'forensics.change-tracking': ['data.setting_changes[].task_ids', ...followed('data.comparisons[]')],
  'forensics.baseline-compare': ['data.components[].task_ids', ...followed('data.project_finish')],
  'forensics.as-planned-vs-as-built': [
    ...followed('data'),
    'data.held_days[].id',
    'data.contract_dates.completions[].id',
  ],
  'forensics.delay-analysis': [
    ...followed('data'),
    'data.windows[].attribution[].id',
    'data.windows[].concurrency[].owner_task_id',
    'data.windows[].concurrency[].contractor_task_id',
    'data.windows[].unequal_concurrency[].owner_task_id',
    'data.windows[].unequal_concurrency[].contractor_task_id',
    'data.windows[].held_by_revisions[].task_ids',
    'data.windows[].possible_pacing[].id',
    'data.windows[].possible_pacing[].behind_task_id',
    'data.contract_dates.completions[].id',
  ],
}

t.test('every id of a task in data and findings has its name beside it', async t => {
  for (const row of built) {
    const answer = reply(
      row,
      bodyOf(
        row,
        named(PROJECT, task => nameOf(task.id)),
      ),
    )
    t.equal(faultOf(row, answer), undefined, `${row.id}: the schema knows the names`)
    const expected = (ids: Plain): Plain =>
      Array.isArray(ids) ? ids.map(nameOf) : ids === null ? null : nameOf(ids as string)
    const found = pairsOf(row, answer)
    const wrong = found.filter(({ ids, names }) => JSON.stringify(expected(ids)) !== JSON.stringify(names))
    t.same(wrong.slice(0, 3), [], row.id)
    const seen = new Set(found.map(({ path }) => path))
    t.same(
      pathsOf(row.data as Schema, 'data').filter(path => !seen.has(path) && UNSEEN[row.id]?.includes(path) !== true),
      [],
      `${row.id}: no member is missing`,
    )
  }
})

t.test('a task without a name has null beside its id', async t => {
  for (const row of built) {
    // every other task, then the others: what an answer names may be one task
    const found = [0, 1].flatMap(half => {
      const isNamed = (id: string) => Number(id.replace(/\D/g, '')) % 2 === half
      const answer = reply(
        row,
        bodyOf(
          row,
          named(PROJECT, ({ id }) => (isNamed(id) ? nameOf(id) : null)),
        ),
      )
      const pairs = pairsOf(row, answer).flatMap(({ ids, names }) =>
        [ids].flat().map((id, i): readonly [Plain, Plain] => [id, [names].flat()[i]]),
      )
      const wrong = pairs.filter(([id, name]) => name !== (id !== null && isNamed(id) ? nameOf(id) : null))
      t.same(wrong.slice(0, 3), [], row.id)
      return pairs
    })
    t.ok(
      found.some(([id, name]) => id !== null && name === null),
      `${row.id} has such a task`,
    )
  }
})

t.test('a request without names gets no member for them', async t => {
  for (const row of built) {
    const answer = reply(
      row,
      bodyOf(
        row,
        named(PROJECT, () => null),
      ),
    )
    const found = pairsOf(row, answer).filter(({ names, path }) => names !== undefined && !OWN_NAME.has(path))
    t.same(found.slice(0, 3), [], row.id)
  }
})

/** Rows that have had a member `name` of their own, null without one. */
const OWN_NAME: ReadonlySet<string> = new Set(['data.risk_drivers[].id'])

t.test('a row about one task calls its id id; other tasks that it points to are called by their part', async t => {
  for (const row of built) {
    const paths = pathsOf(row.data as Schema, 'data')
    t.same(
      paths.filter(path => path.endsWith('.task_id')),
      [],
      row.id,
    )
  }
})
