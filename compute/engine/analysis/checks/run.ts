/** Runs the checks of a catalogue: each to a result as every check of the service has, or to what it needs, asks, or was withdrawn for. */
import { ANSWERS, type Answer, type CheckKind } from '../../../../shared/contract/endpoint/data/catalogue-words.ts'
import type { CheckUnit } from '../../../../shared/contract/endpoint/data/check-data.ts'
import { type CheckOutcome, type CheckResult, type CheckRow, runCheck } from '../../check/check.ts'
import { hitsOf } from '../../check/findings.ts'
import { ofThisService } from '../../check/source.ts'
import { namedTask } from '../../check/worst.ts'
import type { ResultValue } from '../../result/result.ts'
import type { ReadCheck } from './catalogue.ts'
import type { Condition } from './condition.ts'
import type { Lack } from './fields/fields.ts'
import { type Measured, Missing, rowsAlike, rowsOf } from './fields/measured.ts'
import { type Measures, measureOf } from './measures.ts'

export interface RunResult {
  readonly check: ReadCheck
  readonly kind: CheckKind
  /** undefined: it is not measured; `message` says why. */
  readonly result: CheckResult | undefined
  readonly message: string
  readonly population: string
  /** Rows of the baseline that were counted. */
  readonly baselineTasks: Uint32Array | undefined
  readonly answer: Answer | null
  /** It is skipped, since no row has what it compares. */
  readonly isUnknown?: boolean
}

interface RunInput {
  readonly current: Measured
  readonly baseline: Measured | undefined
  readonly measures: Measures
  readonly answers: Readonly<Record<string, string>>
}

export function runOne(check: ReadCheck, of: RunInput): RunResult {
  const { spec } = check
  const plain = (kind: CheckKind, message: string, answer: Answer | null = null): RunResult => ({
    check,
    kind,
    result: undefined,
    message,
    population: '',
    baselineTasks: undefined,
    answer,
  })
  if (spec.withdrawn !== undefined) return plain('withdrawn', `Withdrawn: ${spec.withdrawn}.`)
  if (spec.needs !== undefined) return plain('needs', `requires ${spec.needs}`)
  if (spec.asks !== undefined) {
    const sent = Object.hasOwn(of.answers, spec.id) ? of.answers[spec.id] : undefined
    const answer = ANSWERS.find(each => each === sent) ?? null
    return plain('asked', answer === null ? `Asked: ${spec.asks}` : `Answered ${answer}: ${spec.asks}`, answer)
  }
  if (check.measure !== undefined) return runMeasure(check, check.measure, of)
  return runCount(check, of)
}

const adviceOf = ({ spec }: ReadCheck) =>
  spec.text === undefined ? undefined : { title: spec.title, description: spec.text }

function runMeasure(check: ReadCheck, code: string, of: RunInput): RunResult {
  const { spec, limit } = check
  const advice = adviceOf(check)
  const { row } = measureOf(code)
  const result = of.measures.run(code, limit, {
    code: spec.id,
    title: spec.title,
    ...(spec.severity === undefined ? {} : { severity: spec.severity }),
    ...(advice === undefined ? {} : { advice }),
  })
  return {
    check,
    kind: 'measured',
    result,
    message: result.message,
    population: row.population,
    baselineTasks: undefined,
    answer: null,
  }
}

interface Tally {
  readonly rows: number
  readonly members: number
  readonly hits: number
  /** Tasks of the hits, each once, ascending. */
  readonly tasks: Uint32Array
  /** Rows hit, where rows are no tasks' (calendars). */
  readonly first: readonly number[]
  /** What its conditions read and no row has. */
  readonly lacks: readonly Lack[]
  /** Nothing is known of its rows that a condition of the metric could hold of. */
  readonly isUnknown: boolean
}

const FIRST_ROWS = 10

const NOTHING: Tally = {
  rows: 0,
  members: 0,
  hits: 0,
  tasks: new Uint32Array(0),
  first: [],
  lacks: [],
  isUnknown: false,
}

function tally(check: ReadCheck, of: Measured): Tally | Missing {
  const rows = rowsOf(of, check.counts)
  const population: ((row: number) => boolean)[] = []
  const metric: ((row: number) => boolean)[] = []
  const lacks: Lack[] = []
  const ofMetric: Lack[] = []
  let isUnknown = false
  for (const [list, conditions] of [
    [population, check.population],
    [metric, check.metric],
  ] as const) {
    for (const condition of conditions as readonly Condition[]) {
      const test = condition.testOf(of)
      if (test instanceof Missing) return test
      list.push(test)
      const each = condition.lacksOf(of)
      for (const lack of each) if (lack !== undefined) (list === metric ? ofMetric : lacks).push(lack)
      if (list === metric && each.every(lack => lack?.isUnknown)) isUnknown = true
    }
  }
  const holds = (tests: readonly ((row: number) => boolean)[], row: number): boolean => {
    for (let n = 0; n < tests.length; n++) if (!tests[n](row)) return false
    return true
  }
  let [members, hits, last] = [0, 0, -1]
  const tasks: number[] = []
  const first: number[] = []
  // what both schedules have in common is counted once
  const isKnown = check.schedule === 'both' && of.which === 'baseline' ? rowsAlike(of, check.counts) : () => false
  for (let row = 0; row < rows.count; row++) {
    if (isKnown(row) || !holds(population, row)) continue
    members += rows.weightOf(row)
    if (!holds(metric, row)) continue
    hits += rows.weightOf(row)
    const task = rows.taskOf(row)
    if (task < 0 && first.length < FIRST_ROWS) first.push(row)
    if (task >= 0 && task !== last) tasks.push(task)
    last = task
  }
  // the metric was asked of nobody where the population is empty
  if (members > 0) lacks.push(...ofMetric)
  return { rows: rows.count, members, hits, tasks: Uint32Array.from(tasks), first, lacks, isUnknown }
}

const UNITS: Readonly<Record<ReadCheck['counts'], CheckUnit>> = {
  tasks: 'tasks',
  links: 'links',
  assignments: 'values',
  calendars: 'values',
  exceptions: 'values',
}
const NOUNS: Readonly<Record<ReadCheck['counts'], readonly [one: string, many: string]>> = {
  tasks: ['task', 'tasks'],
  links: ['link', 'links'],
  assignments: ['assignment', 'assignments'],
  calendars: ['calendar', 'calendars'],
  exceptions: ['day of calendar exceptions', 'days of calendar exceptions'],
}
const WHERE = {
  current: 'of the current schedule',
  baseline: 'of the baseline schedule',
  both: 'of the current and the baseline schedule',
}

const joined = (conditions: readonly Condition[]): string => conditions.map(({ text }) => text).join('; ')

/** "Tasks of the current schedule: is_incomplete; not is_loe." */
function populationText({ counts, schedule, population }: ReadCheck): string {
  const [, many] = NOUNS[counts]
  const whole = `${many[0].toUpperCase()}${many.slice(1)} ${WHERE[schedule]}`
  return population.length === 0 ? `${whole}.` : `${whole} with ${joined(population)}.`
}

const NEEDS_BASELINE = new Missing('baseline_schedule')

function runCount(check: ReadCheck, of: RunInput): RunResult {
  const { spec, counts, schedule, limit, metric } = check
  const hasRows = (own: Measured | undefined): boolean => own !== undefined && rowsOf(own, counts).count > 0
  // of two schedules, one that has none of them lacks nothing to count them
  const tallyOf = (own: Measured, other: Measured | undefined): Tally | Missing =>
    schedule === 'both' && !hasRows(own) && hasRows(other) ? NOTHING : tally(check, own)
  const current = schedule === 'baseline' ? undefined : tallyOf(of.current, of.baseline)
  // a check of both schedules says what it can of the current one alone
  const isMinimum = limit?.operator === '>='
  const needsBoth = schedule === 'baseline' || (schedule === 'both' && isMinimum)
  const ofBaseline =
    of.baseline === undefined ? (needsBoth ? NEEDS_BASELINE : undefined) : tallyOf(of.baseline, of.current)
  const baseline = schedule === 'current' ? undefined : ofBaseline
  const [now, then] = [current, baseline].map(each => (each instanceof Missing ? undefined : each))
  const tallies = [now, then].filter(each => each !== undefined)
  const isOfTwo = of.baseline !== undefined
  const nothing = isMinimum ? undefined : unknown(tallies, isOfTwo)
  const missing = [current, baseline].find(each => each instanceof Missing) ?? nothing
  // a minimum holds of each schedule
  const isEach = isMinimum && schedule === 'both'
  const sum = (member: 'members' | 'hits' | 'rows'): number => {
    const [ofNow, ofThen] = [now?.[member] ?? 0, then?.[member] ?? 0]
    return isEach ? Math.min(ofNow, ofThen) : ofNow + ofThen
  }
  const noun = NOUNS[counts]
  const unit: CheckUnit = limit?.isShare === true ? 'percent' : UNITS[counts]
  const advice = adviceOf(check)
  const population = populationText(check)
  const row: CheckRow<Measured> = {
    code: spec.id,
    title: spec.title,
    severity: spec.severity ?? 'medium',
    population,
    formula: `Those with ${joined(metric)}.`,
    unit,
    threshold: limit?.value ?? null,
    operator: limit?.operator ?? null,
    noun,
    source: ofThisService('A catalogue says where it is from.'),
    needs: missing === undefined ? [] : [{ message: `requires ${(missing as Missing).needs}`, isMet: () => false }],
    ...(advice === undefined ? {} : { advice }),
    ...(now !== undefined && counts !== 'calendars' && counts !== 'exceptions' ? { worst: namedTask } : {}),
    run: (): CheckOutcome => {
      const [numerator, denominator] = [sum('hits'), sum('members')]
      const share = (100 * numerator) / denominator
      // whether there are so many can be asked of an empty population
      const value =
        denominator === 0 ? (isMinimum && unit !== 'percent' ? 0 : null) : unit === 'percent' ? share : numerator
      return {
        numerator,
        denominator,
        value,
        // the title says what was looked for, `metric` by which condition
        message: foundText(spec.title, denominator, numerator === 0 ? absentTexts(tallies, isOfTwo) : []),
        // a minimum that is missed names nobody
        hits: isMinimum
          ? { tasks: [], count: numerator }
          : { ...hitsOf(now?.tasks ?? new Uint32Array(0)), count: numerator },
        evidence: evidenceOf(now, then),
      }
    },
  }
  const result = runCheck<Measured, CheckRow<Measured>>(row, of.current) as unknown as CheckResult
  return {
    check,
    kind: 'measured',
    result,
    message: result.message,
    population,
    baselineTasks: then?.tasks,
    answer: null,
    isUnknown: missing !== undefined && missing === nothing,
  }
}

/** What is lacked, each once, by the table and the schedules that lack it. */
function lacksByRows(lacks: readonly Lack[]): { readonly of: string; readonly lacks: readonly Lack[] }[] {
  const byName = Map.groupBy(lacks, ({ table, name }) => `${table} ${name}`)
  const whereOf = ([{ which }, ...others]: readonly Lack[]): string =>
    others.some(other => other.which !== which) ? 'of either schedule' : WHERE[which]
  const found = [...byName.values()].map(same => ({ of: whereOf(same), lack: same[0]! }))
  return [...Map.groupBy(found, ({ of, lack }) => `${lack.table} ${of}`).values()].map(same => ({
    of: same[0]!.of,
    lacks: same.map(({ lack }) => lack),
  }))
}

const namesOf = (lacks: readonly Lack[]): string => lacks.map(({ name }) => name).join(' or ')

/** All that has rows to count has nothing to count them by: "actual_start of tasks of the current schedule". */
function unknown(tallies: readonly Tally[], isOfTwo: boolean): Missing | undefined {
  const counted = tallies.filter(({ members }) => members > 0)
  if (counted.length === 0 || counted.some(({ isUnknown }) => !isUnknown)) return undefined
  const [first] = lacksByRows(counted.flatMap(each => each.lacks.filter(({ isUnknown }) => isUnknown)))
  const { of, lacks } = first!
  const [{ instead, table }] = lacks as [Lack]
  return new Missing(`${namesOf(lacks)} of ${NOUNS[table][1]}${isOfTwo ? ` ${of}` : ''}${instead}`)
}

/** "no task has constraint_type": that nothing was found says less where there was nothing to find it in. */
const absentTexts = (tallies: readonly Tally[], isOfTwo: boolean): string[] =>
  lacksByRows(tallies.flatMap(each => each.lacks)).map(
    ({ of, lacks }) => `no ${NOUNS[lacks[0]!.table][0]}${isOfTwo ? ` ${of}` : ''} has ${namesOf(lacks)}`,
  )

/** One sentence with the figure that comes behind it, where there is one. */
function foundText(title: string, denominator: number, absent: readonly string[]): string {
  const parts = denominator === 0 ? ['none to look at', ...absent] : absent
  const end = parts.length === 0 ? '' : denominator === 0 ? '.' : ';'
  return `${title}:${parts.length === 0 ? '' : ' '}${parts.join('; ')}${end}`
}

function evidenceOf(now: Tally | undefined, then: Tally | undefined): ResultValue {
  return {
    ...(now === undefined ? {} : { current: { of: now.members, found: now.hits } }),
    ...(then === undefined ? {} : { baseline: { of: then.members, found: then.hits } }),
    ...(now === undefined || now.first.length === 0 ? {} : { rows: [...now.first] }),
  }
}
