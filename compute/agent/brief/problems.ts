/** What is wrong, worst first: findings with the check behind each, and the checks that could not be made. */
import { SEVERITIES } from '../../../shared/contract/envelope.ts'
import {
  type AnalysisResult,
  FINDING_TASKS_MAX,
  type Finding,
  References,
  type Worst,
} from '../../engine/result/result.ts'
import type { PlainMap } from '../../engine/summary/plain.ts'
import { rowsAt } from '../../engine/summary/read-plain.ts'
import { roundHalfAway } from '../../engine/wording/numbers.ts'
import type { Cutter } from '../cut.ts'
import { idAndName } from './tidy.ts'

export interface CheckView {
  readonly problems: number
  /** Tasks of each. */
  readonly tasks: number
  /** all: what a finding says; short: of a check, whose figures stand beside, without the sentence of these; least: without the worst of it, too; none: of no finding anything. */
  readonly words: 'all' | 'short' | 'least' | 'none'
  readonly skipped: number
  /** The checks that pass are named. */
  readonly namesPassed: boolean
}

/** Members of data whose items are checks. */
export const CHECK_LISTS = ['components', 'checks', 'sub_metrics', 'observations'] as const

/** The checks of a result; what only observes is no part of the count. */
export const checksOf = (data: AnalysisResult['data']): readonly PlainMap[] =>
  CHECK_LISTS.flatMap(name => (Array.isArray(data[name]) ? rowsAt(data as PlainMap, name) : []))

const rank = (severity: unknown): number => {
  const at = SEVERITIES.indexOf(severity as (typeof SEVERITIES)[number])
  return at < 0 ? SEVERITIES.length : at
}

/** "60 of 140 = 42.9 percent, limit <= 5" as members. */
function figuresOf(check: PlainMap | undefined): PlainMap {
  if (check === undefined) return {}
  const { numerator, denominator, value, unit, threshold, operator, points_lost: lost } = check
  return {
    ...(typeof numerator === 'number' ? { numerator, denominator: denominator ?? null } : {}),
    ...(typeof value === 'number' ? { value: roundHalfAway(value, 3), unit: unit ?? null } : {}),
    ...(typeof threshold === 'number' ? { limit: `${operator ?? ''} ${threshold}`.trim() } : {}),
    ...(typeof lost === 'number' && lost > 0 ? { points_lost: lost } : {}),
  }
}

/** Which tasks of a finding are named, and what is said of the choice. */
interface Tasks {
  readonly shown: readonly string[]
  readonly total: number
  readonly order: string
  /** Others as bad as the first. */
  readonly tied: number
}

const ORDERS: Readonly<Record<Worst['order'], string>> = {
  worst: 'worst first',
  id: 'by id, one as bad as another',
  named: 'those that are named first',
}

function tasksOf({ task_ids: ids, task_names: names, count }: Finding, most: number, cutter: Cutter): Tasks {
  const named = ids instanceof References ? ids.values.length : ids.length
  const worst = ids instanceof References && named > most ? ids.worst?.() : undefined
  const total = worst?.total ?? (named === FINDING_TASKS_MAX && count > named ? Number.POSITIVE_INFINITY : named)
  const kept =
    worst === undefined || !(ids instanceof References) ? ids : new References(Uint32Array.from(worst.first), ids.into)
  const beside =
    kept === ids || !(names instanceof References)
      ? names
      : new References(Uint32Array.from(worst!.first), names.into, names.nullWhenEmpty)
  const { task_ids: plainIds, task_names: plainNames } = cutter.map(
    { task_ids: kept, task_names: beside } as never,
    'findings[]',
  )
  const shown = (plainIds as string[])
    .slice(0, most)
    .map((id, n) => idAndName(id, (plainNames as (string | null)[] | undefined)?.[n]))
  return {
    shown,
    total,
    order: worst === undefined ? 'in the order of the schedule' : ORDERS[worst.order],
    tied: worst?.tied ?? 0,
  }
}

/**
 * What a finding says beside the figures of its check, in whole sentences: what was found, without the sentence that repeats the figures, and the worst of it. What was found is never left
 * out: a title such as "Baseline coverage" does not say what its figures count.
 */
function wordsOf({ description }: Finding, check: PlainMap | undefined, words: CheckView['words']): string {
  if (words === 'none') return ''
  const { message, numerator, denominator } = check ?? {}
  if (typeof message !== 'string' || !description.startsWith(message)) return description
  if (words === 'all') return description
  const at = message.lastIndexOf(` ${numerator} of ${denominator} `)
  const found = at < 0 ? message : message.slice(0, at)
  const worst = words === 'least' ? '' : description.slice(message.length)
  // "Started before a predecessor finished:" is the title
  return `${found.endsWith(':') ? '' : found}${worst}`.trim()
}

function problem(finding: Finding, check: PlainMap | undefined, view: CheckView, cutter: Cutter): PlainMap {
  const { code, severity, title } = finding
  const { shown, total, order, tied } = tasksOf(finding, view.tasks, cutter)
  const figures = figuresOf(check)
  const says = wordsOf(finding, Object.keys(figures).length === 0 ? undefined : check, view.words)
  return {
    code,
    severity,
    title,
    ...figures,
    ...(says === '' ? {} : { says }),
    ...(shown.length === 0 ? {} : { tasks: [...shown] }),
    ...(total > shown.length && shown.length > 0
      ? {
          tasks_shown: `${shown.length} of ${Number.isFinite(total) ? total : `at least ${FINDING_TASKS_MAX}`}, ${order}${tied === 0 ? '' : `; ${tied} ${tied === 1 ? 'other is' : 'others are'} as bad as the first`}`,
        }
      : {}),
    ...(finding.count === total || check !== undefined ? {} : { count: finding.count }),
  }
}

const CHECK_STATES = [
  ['pass', 'pass'],
  ['fail', 'fail'],
  ['info', 'only inform'],
  ['skipped', 'skipped'],
  ['not_applicable', 'not applicable'],
] as const

/** "14 pass, 3 fail, 1 skipped, 5 not applicable, of 23" */
function countsOf(checks: readonly PlainMap[]): string {
  const counts = CHECK_STATES.flatMap(([state, words]) => {
    const count = checks.filter(({ status }) => status === state).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return `${counts.join(', ')}, of ${checks.length}`
}

const codeAndTitle = ({ code, title }: PlainMap): string => `${code} ${title}`

/** A check that passes with some hits within its limit says how many: another method may fail by the same. */
function passedText(check: PlainMap): string {
  const { numerator, denominator, operator } = check
  const hasHits = operator === '<=' && typeof numerator === 'number' && numerator > 0 && typeof denominator === 'number'
  return hasHits ? `${codeAndTitle(check)} (${roundHalfAway(numerator, 3)} of ${denominator})` : codeAndTitle(check)
}

/** Tasks that an advice names whose finding is not among the problems. */
const ADVISED_TASKS = 2

/** What is to be mended first, with its tasks where no problem that is shown names them. */
export function advised(
  { recommendations, findings }: AnalysisResult,
  view: CheckView & { readonly recommendations: number },
  cutter: Cutter,
): string[] {
  const told = new Set(
    inOrder(findings)
      .slice(0, view.problems)
      .map(({ code }) => code),
  )
  return recommendations.slice(0, view.recommendations).map(({ title, codes }) => {
    const words = `${title} (${codes.join(', ')})`
    const finding = codes.some(code => told.has(code)) ? undefined : findings.find(({ code }) => codes.includes(code))
    const tasks = finding === undefined ? [] : tasksOf(finding, Math.min(ADVISED_TASKS, view.tasks), cutter).shown
    return tasks.length === 0 ? words : `${words}, such as ${tasks.join(', ')}`
  })
}

const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => rank(a.severity) - rank(b.severity))

/** The members of a brief answer about checks and findings. */
export function problemsOf(
  { findings }: AnalysisResult,
  checks: readonly PlainMap[],
  view: CheckView,
  cutter: Cutter,
): PlainMap {
  const checkByCode = new Map(checks.map(check => [check.code, check]))
  const order = inOrder(findings)
  const found = new Set<unknown>(findings.map(({ code }) => code))
  const quiet = checks.filter(check => check.status === 'fail' && !found.has(check.code))
  const listed = order.slice(0, view.problems).map(each => problem(each, checkByCode.get(each.code), view, cutter))
  for (const check of quiet.slice(0, view.problems - listed.length))
    listed.push({ code: check.code!, title: check.title!, ...figuresOf(check) })
  const all = [...order.map(({ code, title }): PlainMap => ({ code, title })), ...quiet]
  const rest = all.slice(listed.length).map(codeAndTitle)
  const skipped = checks.filter(({ status }) => status === 'skipped')
  const passed = checks.filter(({ status }) => status === 'pass')
  const noted = skipped.slice(0, view.skipped)
  return {
    ...(checks.length === 0 ? {} : { checks: countsOf(checks) }),
    ...(passed.length === 0 || !view.namesPassed ? {} : { passed: passed.map(passedText) }),
    ...(listed.length === 0 ? {} : { problems: listed }),
    ...(rest.length === 0 ? {} : { problems_left_out: rest }),
    ...(noted.length === 0
      ? {}
      : { not_checked: noted.map(check => `${codeAndTitle(check)}: ${check.message ?? ''}`) }),
    ...(noted.length === skipped.length || noted.length === 0
      ? {}
      : { not_checked_left_out: skipped.slice(noted.length).map(codeAndTitle) }),
  }
}
