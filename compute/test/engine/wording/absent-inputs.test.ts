/**
 * Every sentence with each optional input absent in turn: no status date, no calendar, no baseline, no history, and each field of the tasks. What
 * stands for an absent value in the columns never reaches a reader (faults-of-text.ts).
 */
import t from 'tap'
import { TASK_FIELDS, TASK_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { AGENT_TOOLS } from '../../../../shared/contract/tools/agent-tools.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import {
  type Body,
  bodyOf,
  containersOf,
  mapTasks,
  optionSchemas,
  type Project,
  project,
  replyUnlessRefused,
} from '../../helpers/every-analysis.ts'
import { faultsOfText } from './faults-of-text.ts'
import { HAND_MADE } from './hand-made.ts'
import { namesIn, saidBy } from './said.ts'

const PROJECTS: Readonly<Record<string, Project>> = {
  generated: project(11, 60),
  broken: HAND_MADE.broken!,
  anomalies: HAND_MADE.anomalies!,
  'bad logic': HAND_MADE['bad logic']!,
  crowded: HAND_MADE.crowded!,
  disrupted: HAND_MADE.disrupted!,
  stamped: HAND_MADE.stamped!,
}
type Row = (typeof AGENT_TOOLS)[number]['row']

const FIELDS = TASK_FIELDS.map(({ name }) => name).filter(name => name !== 'id')
const hasField = (each: Project, field: string): boolean =>
  [each.baseline, ...each.snapshots, each.current].some(({ tasks }) => tasks.some(task => task[field] !== undefined))

/** The body whole, without each container, and without each field that any of its tasks has. */
function* bodies(row: Row, each: Project): Generator<readonly [absent: string, body: Body]> {
  const whole = bodyOf(row, each)
  yield ['nothing', whole]
  for (const member of Object.keys(whole)) {
    if (/^tasks$|_schedule$|^options$/.test(member)) continue
    const { [member]: _, ...rest } = whole
    yield [member, rest]
  }
  for (const field of FIELDS) {
    if (!hasField(each, field)) continue
    const without = (tasks: TaskObject[]): TaskObject[] =>
      tasks.map(task => Object.fromEntries(Object.entries(task).filter(([name]) => name !== field)) as TaskObject)
    yield [field, bodyOf(row, mapTasks(each, without))]
  }
  // dates alone, and nothing but logic
  const kept = (names: readonly string[]) => (tasks: TaskObject[]) =>
    tasks.map(task => Object.fromEntries(names.map(name => [name, task[name]])) as TaskObject)
  yield ['all but ids and links', bodyOf(row, mapTasks(each, kept(['id', 'predecessors'])))]
  yield ['all but ids and actual dates', bodyOf(row, mapTasks(each, kept(['id', 'actual_start', 'actual_finish'])))]
  const { status_date, calendar, ...bare } = bodyOf(row, mapTasks(each, kept(['id', 'duration_days', 'predecessors'])))
  yield ['all but ids, durations and links, no status date, no calendar', bare]
}

const isLabel = (place: string): boolean => /(?:title|label|formula|population|metric|reasons\[\])$/.test(place)
const requestNames = (row: Row): ReadonlySet<string> =>
  new Set([
    ...FIELDS,
    ...TASK_TYPES,
    ...['id', 'task_id', 'lag_days'],
    ...Object.keys(containersOf(row)),
    ...Object.keys(optionSchemas(row)).map(name => name.split('.').at(-1)!),
  ])

for (const { row } of AGENT_TOOLS) {
  t.test(`${row.id}: no sentence shows what stands for an absent input`, async t => {
    const checked = new Set<string>()
    let replies = 0
    for (const [name, each] of Object.entries(PROJECTS)) {
      for (const [absent, body] of bodies(row, each)) {
        const plain = replyUnlessRefused(row, body)
        if (plain === undefined) continue
        replies++
        const names = namesIn(body)
        for (const { place, text } of saidBy(plain)) {
          if (checked.has(text)) continue
          checked.add(text)
          const fields = place.startsWith('recommendations') ? requestNames(row) : new Set<string>()
          const faults = faultsOfText(text, { names, fields, isLabel: isLabel(place) })
          if (faults.length > 0) t.fail(`${name} without ${absent}: ${place}: ${faults.join('; ')}: ${text}`)
        }
      }
    }
    t.ok(replies > 20 && checked.size > 30, `${replies} replies, ${checked.size} texts`)
    if (process.env.SENTENCES !== undefined) for (const text of checked) t.comment(text)
  })
}
