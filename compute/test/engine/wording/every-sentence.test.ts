/**
 * Every sentence that the fourteen analyses say to people, and to agents, of sample schedules, of generated ones and of small ones that
 * are wrong on purpose. What is wrong with a sentence is told by its form alone (faults-of-text.ts).
 */
import t from 'tap'
import { FIXTURES } from '../../../../gateway/sandbox/fixtures.ts'
import { TASK_FIELDS } from '../../../../shared/contract/schedule/fields.ts'
import { AGENT_TOOLS } from '../../../../shared/contract/tools/agent-tools.ts'
import { checkCatalogue } from '../../../engine/catalogue.ts'
import { analysedOrRefusal, answered, restOf } from '../../agent/answered.ts'
import {
  type Body,
  bodyOf,
  containersOf,
  optionSchemas,
  type Plain,
  type Project,
  project,
  reply,
} from '../../helpers/every-analysis.ts'
import { faultsOfText } from './faults-of-text.ts'
import { BROKEN_TASKS, HAND_MADE, INVALID, OTHER_SETTINGS } from './hand-made.ts'
import { namesIn, saidBy } from './said.ts'

/** PA09: a percent outside 0 to 100 is refused before; PH08: PH01 tells it. */
/** The last ones speak of files alone: compute/test/engine/read/file/input-faults.test.ts; V206 of spellings: compute/test/engine/validate/validate-checks.test.ts. */
const SILENT = [
  'PA09',
  'PH08',
  'GATE_SOME_LINKS_LOST',
  'V112',
  'V113',
  'V114',
  'V116',
  'V117',
  'V118',
  'V119',
  'V120',
  'V204',
  'V205',
  'V206',
].sort()

const PROJECTS: Readonly<Record<string, Project>> = {
  'generated, 400 tasks': project(21, 400),
  'generated, 60 tasks': project(5, 60),
  ...HAND_MADE,
}
type Row = (typeof AGENT_TOOLS)[number]['row']

/** Bodies by what they are: all that a row takes of the samples and of every project, with its calendar and dates and without. */
function* everyBody(row: Row): Generator<readonly [name: string, body: Body]> {
  for (const { name, requests } of FIXTURES) yield [name, requests[row.id]]
  for (const [name, each] of Object.entries(PROJECTS)) {
    const body = bodyOf(row, each)
    const { calendar, status_date, ...bare } = body
    yield [name, body]
    yield [`${name}, no calendar and no status date`, { ...bare, colour: 'red', statusdate: status_date }]
  }
  if (row.id === 'forensics.change-tracking') yield ['other settings', OTHER_SETTINGS]
  if (row.id === 'analysis.validate') yield ['invalid', { tasks: INVALID }]
}

/** Titles, reasons, formulas and populations are no sentences: only their terms and their numbers are looked at. */
const isLabel = (place: string): boolean => /(?:title|label|formula|population|metric|reasons\[\])$/.test(place)
/** The sentence for an agent about lists that were cut names members of its answer. */
const withoutCuts = (summary: string): string =>
  summary
    .split('\n')
    .filter(line => !line.startsWith('Lists cut here'))
    .join('\n')
/** Lines of a summary for an agent by what they are. */
const placeOf = (line: string): string =>
  /^(?:To do first|Then): /.test(line) ? 'recommendations of the tool' : 'tool'
const requestNames = (row: Row): ReadonlySet<string> =>
  new Set([
    ...TASK_FIELDS.map(({ name }) => name),
    ...['task_id', 'lag_days'],
    ...Object.keys(containersOf(row)),
    ...Object.keys(optionSchemas(row)).map(name => name.split('.').at(-1)!),
  ])
const TOOL_NAMES = AGENT_TOOLS.map(({ name }) => name)

/** Codes of all findings. */
const spoken = new Set<string>()

for (const { row } of AGENT_TOOLS) {
  t.test(
    `${row.id}: every figure has a unit, every noun its number, and nothing is said in words of the code`,
    async t => {
      const checked = new Set<string>()
      let projects = 0
      for (const [name, body] of everyBody(row)) {
        const made = analysedOrRefusal(row, body)
        if ('code' in made) continue
        const plain: Plain = JSON.parse(restOf(made).toString())
        projects++
        for (const { code } of plain.findings) spoken.add(code)
        const summary = withoutCuts(answered(made).texts[0]!)
        const names = [...TOOL_NAMES, ...namesIn(body)]
        const lines = summary.split('\n').map(line => ({ place: placeOf(line), text: line }))
        for (const { place, text } of [...saidBy(plain), ...lines]) {
          if (checked.has(text)) continue
          checked.add(text)
          const fields = place.startsWith('recommendations') ? requestNames(row) : new Set<string>()
          t.strictSame(faultsOfText(text, { names, fields, isLabel: isLabel(place) }), [], `${name}: ${place}: ${text}`)
        }
        t.equal(new Set(lines.map(({ text }) => text)).size, lines.length, `${name}: no line twice: ${summary}`)
        for (const member of ['findings', 'recommendations'] as const) {
          const texts: string[] = plain[member].map(({ title, description }: Plain) => `${title}: ${description}`)
          t.equal(new Set(texts).size, texts.length, `${name}: ${member} say different things: ${texts.join('\n')}`)
        }
        const run = (plain.data.checks ?? plain.data.components ?? []).filter(({ value }: Plain) => value !== null)
        const messages: string[] = run.map(({ message }: Plain) => message)
        t.equal(new Set(messages).size, messages.length, `${name}: checks say different things: ${messages.join('\n')}`)
        t.ok(summary.split('statusdate').length <= 2, `${name}: what was not read is reported once: ${summary}`)
      }
      t.ok(projects > 20 && checked.size > 50, `${row.id} said ${checked.size} texts of ${projects} projects`)
    },
  )
}

t.test('the catalogue of checks, gates and methods has no words of the code', async t => {
  const { checks, gates, methods } = checkCatalogue()
  for (const { code, title, formula, population } of checks) {
    for (const text of [title, formula, population])
      t.strictSame(faultsOfText(text, { isLabel: true }), [], `${code}: ${text}`)
  }
  for (const { code, title, condition, reason } of gates) {
    for (const text of [title, condition, reason])
      t.strictSame(faultsOfText(text, { isLabel: true }), [], `${code}: ${text}`)
  }
  for (const { text } of methods) t.strictSame(faultsOfText(text), [])
})

t.test('the projects make the findings of the catalogue speak', async t => {
  const { checks, gates } = checkCatalogue()
  const silent = [...checks, ...gates].map(({ code }) => code).filter(code => !spoken.has(code))
  t.strictSame([...new Set(silent)].sort(), SILENT, 'whoever adds a check adds a project on which it speaks')
})

/** Rows with an advice that names tasks behind each of its findings. */
const ROWS = ['analysis.cpm', 'analysis.validate', 'analysis.resources']
const BROKEN = { status_date: '2026-01-12', calendar: 'working_days', tasks: BROKEN_TASKS }

const TOOLS = AGENT_TOOLS.filter(({ row }) => ROWS.includes(row.id))
const bodiesOf = (row: (typeof TOOLS)[number]['row']): [name: string, body: Plain][] => [
  ...FIXTURES.map(({ name, requests }): [string, Plain] => [name, requests[row.id]]),
  ['generated', bodyOf(row, project(21, 400))],
  ['broken', BROKEN],
]

for (const { row } of TOOLS) {
  t.test(`${row.id}: each recommendation has its own action and names tasks where its findings list them`, async t => {
    for (const [name, body] of bodiesOf(row)) {
      const { findings, recommendations } = reply(row, body)
      const actions = recommendations.map(({ title }: Plain) => title)
      t.equal(new Set(actions).size, actions.length, `${name}: ${actions}`)
      const said = recommendations.map(({ description }: Plain) => description.replace(/ Tasks: .*/, ''))
      t.equal(new Set(said).size, said.length, `${name}: ${said}`)
      for (const { codes, description } of recommendations) {
        const finding = findings.find(({ code }: Plain) => codes.includes(code))
        // a list that is cut is in the order of the input, which decides nothing
        if (finding === undefined || finding.task_ids.length === 0 || finding.task_ids.length >= 20) continue
        t.match(description, / Tasks: /, `${name}: ${description}`)
        if (name === 'broken') t.match(description, /Tasks: [A-E] [A-Z][a-z]+/, `ids carry names: ${description}`)
      }
    }
  })
}

t.test(
  'a missed constraint is reported with the task, its date and what to gain; pins before their links apart',
  async t => {
    const { row } = TOOLS.find(each => each.row.id === 'analysis.cpm')!
    const { findings, recommendations } = reply(row, BROKEN)
    const described = (code: string) => findings.find((each: Plain) => each.code === code)?.description
    const advised = (code: string) => recommendations.find((each: Plain) => each.codes.includes(code))?.description
    t.match(
      described('CPM_NEGATIVE_FLOAT'),
      /of 5 unfinished tasks, .*limit 0 %\. Least: [A-E] \w+, total float -[\d.]+ working days\. Missed most: C Pour, FNLT 2026-01-16, by [\d.]+ working days; its computed finish is 2026-/,
    )
    t.match(
      advised('CPM_NEGATIVE_FLOAT'),
      /^Begin with C Pour \(FNLT 2026-01-16\): gain [\d.]+ working days .*, or agree 2026-/,
    )
    t.match(
      described('CPM_VIOLATED_LINK'),
      /1 of 4 links, 25 %, limit 0 %\. Worst: C Pour to D Cure \(FS\), relationship float -[\d.]+ working days; D Cure is pinned by MSO 2026-01-19/,
    )
    t.match(advised('CPM_VIOLATED_LINK'), /^Replace MSO and MFO/)
    t.match(
      described('V009'),
      /Worst: E Strip, planned finish 2026-02-02, 8 calendar days before its start 2026-02-10\./,
    )
    const lags = [
      { id: 'A', duration_days: 2, actual_start: '2026-01-05', actual_finish: '2026-01-06' },
      { id: 'B', duration_days: 4, predecessors: ['A FS+20'], actual_start: '2026-01-08', percent_complete: 50 },
      { id: 'C', duration_days: 1, predecessors: ['B'] },
    ]
    const late = reply(row, { tasks: lags, status_date: '2026-01-12', must_finish_by: '2026-01-12' })
    const codes = late.recommendations.flatMap((each: Plain) => each.codes)
    t.notOk(codes.includes('CPM_NEGATIVE_FLOAT'), 'what must_finish_by alone causes is advised once')
    t.ok(codes.includes('CPM_MUST_FINISH_BY'))
  },
)

t.test('a text with one fault of each kind has each of them reported', async t => {
  const faults: readonly (readonly [text: string, fault: RegExp])[] = [
    ['12 of 387 tasks, 3.1 %, limit 0.', /bare figure/],
    ['At most 6 units are asked for. That is 6, limit 1 unit.', /bare figure/],
    ['The index is 0.1234 of it.', /decimals/],
    ['1 tasks have no successor.', /number of/],
    ['3 open task wait.', /number of/],
    ['1 of 113 resource-days are loaded.', /number of/],
    ['2 of 113 tasks is late.', /number of/],
    ['Example: A, percent_complete missing.', /the name "percent_complete"/],
    ['The taskIndex is wrong.', /the name "taskIndex"/],
    ['Two  blanks.', /blanks/],
    ['It finishes 3 days late.', /days of what/],
    ['Its value is null here.', /the term/],
    ['T14 without a resource.', /the term/],
    ['It lies 2147503864 calendar days after it.', /the number or date/],
    ['Its finish lies before the status date no date.', /the number or date/],
    ['The window runs from no date to 2026-03-02.', /the number or date/],
    ['They have a actual finish before their start.', /the article/],
    ['Example: C Pour, FNLT no date.', /the number or date/],
    ['It took 1e21 calendar days.', /the number or date/],
    [`It ${'goes on and '.repeat(40)}on.`, /characters/],
    ['2 tasks are late. 2 tasks are late.', /said twice/],
  ]
  for (const [text, fault] of faults) t.match(faultsOfText(text).join(), fault, text)
  const sound = [
    '7 of 88 links, 8 %, limit 5 %. 2 of 387 tasks, 0.5 %, limit 0 tasks.',
    'Baseline execution index 0.946, at least 0.95.',
    'Send remaining_duration_days of the tasks in progress.',
    'A delay of 600 working days on A moves the end, 2026-03-02, by 1 working day.',
  ]
  for (const text of sound) t.strictSame(faultsOfText(text), [], text)
})
