/** What to do about what was found: of all fourteen analyses, each finding with tasks has an advice of its own that names the worst. */
import t from 'tap'
import { type AnalysisId, analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { FINDING_TASKS_MAX } from '../../../engine/result/result.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { bodyOf, built, faulty, mapTasks, type Plain, project, reply } from '../../helpers/every-analysis.ts'
import { random, shuffled } from '../../helpers/random.ts'

const PROJECTS = {
  revised: project(1, 200),
  small: project(2, 150),
  faulty: faulty(1, 300),
  large: faulty(2, 1000),
}

/** The task that a finding tells as its worst, by its generated id; a resource and a link have none. */
const WORST =
  /(?:Worst|Furthest|Latest|Longest|Most|Least|Most advanced|Example): (?:\S+ "[^"]*" of )?(A\d{3}-[A-Z]{3}-\d+)(?!.* to (?:A\d{3}|PRJ)-)/

const withoutTasks = (text: string): string => text.replaceAll(/ Tasks: [^.]*\./g, '')

for (const [name, each] of Object.entries(PROJECTS)) {
  const replies = built.map(row => [row.id, reply(row, bodyOf(row, each))] as const)

  t.test(`${name}: each finding with tasks has an advice that names its worst`, async t => {
    for (const [id, { findings, recommendations }] of replies) {
      for (const { code, count, task_ids, description } of findings as Plain[]) {
        if (task_ids.length === 0) continue
        const own = recommendations.filter(({ codes }: Plain) => codes.includes(code))
        // a gate that is made of findings goes with theirs
        const said = (own.length === 0 && code.startsWith('GATE_') ? recommendations : own)
          .map((advice: Plain) => advice.description)
          .join(' ')
        const isCut = task_ids.length === FINDING_TASKS_MAX && count > FINDING_TASKS_MAX
        const worst = WORST.exec(description)?.[1]
        const place = `${id} ${code} of ${count}: ${description} / ${said}`
        if (isCut) t.match(said, / Tasks: /, place)
        else
          t.ok(
            task_ids.some((task: string) => said.includes(task)),
            place,
          )
        if (worst !== undefined) t.ok(said.includes(worst), `${worst}: ${place}`)
      }
    }
  })

  t.test(`${name}: no two recommendations say the same, whatever tasks they name`, async t => {
    for (const [id, { recommendations }] of replies) {
      const titles = recommendations.map(({ title }: Plain) => title)
      t.equal(new Set(titles).size, titles.length, `${id}: ${titles.join(' | ')}`)
      const said = recommendations.map(({ description }: Plain) => withoutTasks(description))
      t.equal(new Set(said).size, said.length, `${id}: ${said.join(' | ')}`)
      const priorities = recommendations.map(({ priority }: Plain) => priority)
      t.strictSame(
        priorities,
        [...priorities.keys()].map(n => n + 1),
        id,
      )
    }
  })
}

const LAST = { id: 'Z', duration_days: 1, predecessors: [] }

const advised = (row: AnalysisId, tasks: TaskObject[], code: string): string => {
  const status_date = '2026-03-02'
  const options = row === 'health.progress-audit' ? { status_date } : {}
  const body = { tasks: [...tasks, LAST], status_date, options }
  const { recommendations } = reply(analysisRow(row), body)
  return recommendations.find(({ codes }: Plain) => codes.includes(code))?.description
}

t.test('the same code with another cause has another advice, and several causes are distinguished', async t => {
  const done = { percent_complete: 100, duration_days: 5, planned_start: '2026-02-02', planned_finish: '2026-02-06' }
  const begun = { id: 'B', name: 'Pour', ...done, actual_start: '2026-02-02' }
  const never = { id: 'N', name: 'Strip', ...done }
  const ahead = { ...begun, id: 'F', name: 'Cure', forecast_finish: '2026-03-20' }
  const [one, two, three] = [begun, never, ahead].map(task => advised('health.progress-audit', [task], 'PA05'))
  t.equal(one, '1 task has begun and is at 100 %: report the day on which the work ended. Tasks: B Pour.')
  t.match(two, /^1 task has no actual start either: .* Tasks: N Strip\.$/)
  t.match(three, /^1 task is forecast to finish after the status date: .* Tasks: F Cure\.$/)
  const all = advised('health.progress-audit', [begun, never, ahead], 'PA05')
  for (const each of [one, two, three]) t.ok(all.includes(each!), `${each} is in ${all}`)
})

t.test('of a list that is cut the worst of all is named, whatever the order of the tasks', async t => {
  // later tasks are the worse, and their ids come last
  const tasks = Array.from({ length: 60 }, (_, i) => ({
    id: `T${String(i).padStart(2, '0')}`,
    duration_days: 5 + i,
    planned_start: '2026-03-02',
    predecessors: [{ task_id: 'GONE' }],
    constraint_type: 'FNLT',
    constraint_date: '2026-03-03',
  }))
  const mixed = shuffled(random(7), tasks)
  for (const [row, code] of [
    ['analysis.cpm', 'CPM_NEGATIVE_FLOAT'],
    ['analysis.validate', 'V101'],
    ['health.dcma-14-point', 'DCMA-07'],
  ] as const) {
    const said = advised(row, tasks, code)
    t.equal(said, advised(row, mixed, code), `${row}: the order says nothing`)
    const first = code === 'V101' ? 'T00, T01, T02' : 'T59, T58, T57'
    t.ok(said.endsWith(`Tasks: ${first} and 57 more.`), `${row}: ${said}`)
  }
})

t.test('the worst of a sub-metric of risk is reported with its figure, basis and date', async t => {
  const row = analysisRow('health.schedule-risk-index')
  const { findings } = reply(row, bodyOf(row, PROJECTS.large))
  const described = (code: string): string => findings.find((each: Plain) => each.code === code).description
  t.match(
    described('RI01'),
    /Worst: A\S+ [^,]+, .*(no predecessor|no successor|hard constraint [A-Z]+ \d{4}-\d\d-\d\d|lead|lag)/,
  )
  t.match(described('RI02'), /Worst: A\S+ [^,]+, total float -[\d.]+ working days \((computed|supplied)\)\./)
  t.match(
    described('RI03'),
    /Worst: A\S+ [^,]+, finishes \d+ calendar days after its baseline finish \d{4}-\d\d-\d\d\./,
  )
  t.match(described('RI04'), /Worst: A\S+ [^,]+, PA\d\d /)
  t.match(
    described('RI05'),
    /Worst: A\S+ [^,]+, (\d+ resource-days? of it on over-allocated days|critical and without a resource)/,
  )
})

t.test('no advice of a generated project names a task that its input order chose', async t => {
  const straight = PROJECTS.large
  const turned = mapTasks(straight, tasks => tasks.toReversed())
  for (const row of built) {
    const [a, b] = [straight, turned].map(each => reply(row, bodyOf(row, each)).recommendations)
    t.strictSame(a, b, row.id)
  }
})
