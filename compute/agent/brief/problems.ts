/** What is wrong, worst first: findings with the check behind each, and the checks that could not be made. */
import { SEVERITIES } from '../../../shared/envelope.ts'
import { type AnalysisResult, type Finding, References } from '../../engine/result/result.ts'
import type { PlainMap } from '../../engine/summary/plain.ts'
import { rowsAt } from '../../engine/summary/read-plain.ts'
import { roundHalfAway } from '../../engine/wording/round.ts'
import { type Cutter, shorten } from '../cut.ts'
import { idAndName } from './tidy.ts'

export interface CheckView {
  readonly problems: number
  /** Tasks of each. */
  readonly tasks: number
  /** Characters of what is said of each; 0: its check says it. */
  readonly words: number
  readonly skipped: number
}

/** Members of data whose items are checks. */
export const CHECK_LISTS = ['components', 'checks', 'sub_metrics', 'observations'] as const

export const checksOf = (data: AnalysisResult['data']): readonly PlainMap[] =>
  CHECK_LISTS.flatMap(name => (Array.isArray(data[name]) ? rowsAt(data as PlainMap, name) : []))

const isFailed = ({ status }: PlainMap): boolean => status === 'fail'
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

interface Tasks {
  readonly shown: readonly string[]
  readonly named: number
}

function tasksOf({ task_ids: ids, task_names: names }: Finding, most: number, cutter: Cutter): Tasks {
  const named = ids instanceof References ? ids.values.length : ids.length
  const { task_ids: plainIds, task_names: plainNames } = cutter.map(
    { task_ids: ids, task_names: names } as never,
    'findings[]',
  )
  const shown = (plainIds as string[])
    .slice(0, most)
    .map((id, n) => idAndName(id, (plainNames as (string | null)[] | undefined)?.[n]))
  return { shown, named }
}

function problem(finding: Finding, check: PlainMap | undefined, view: CheckView, cutter: Cutter): PlainMap {
  const { code, severity, title, description, count } = finding
  const { shown, named } = tasksOf(finding, view.tasks, cutter)
  const figures = figuresOf(check)
  const said = Object.keys(figures).length === 0 ? Math.max(view.words, 110) : view.words
  return {
    code,
    severity,
    title: shorten(title),
    ...figures,
    ...(said === 0 ? {} : { says: shorten(description, said) }),
    ...(shown.length === 0 ? {} : { tasks: [...shown] }),
    ...(Math.max(count, named) > shown.length ? { count } : {}),
  }
}

/** The members of a brief answer about checks and findings. */
export function problemsOf(
  { findings }: AnalysisResult,
  checks: readonly PlainMap[],
  view: CheckView,
  cutter: Cutter,
): PlainMap {
  const checkByCode = new Map(checks.map(check => [check.code, check]))
  const order = [...findings].sort((a, b) => rank(a.severity) - rank(b.severity))
  const listed = order.slice(0, view.problems).map(each => problem(each, checkByCode.get(each.code), view, cutter))
  const found = new Set<unknown>(findings.map(({ code }) => code))
  const quiet = checks.filter(check => isFailed(check) && !found.has(check.code))
  for (const check of quiet.slice(0, view.problems - listed.length))
    listed.push({ code: check.code!, title: check.title!, ...figuresOf(check) })
  const rest = findings.length + quiet.length - listed.length
  const skipped = checks.filter(({ status }) => status === 'skipped')
  const passed = checks.filter(({ status }) => status === 'pass').map(({ code }) => String(code))
  return {
    ...(checks.length === 0 ? {} : { passed: passed.join(' ') }),
    ...(listed.length === 0 ? {} : { problems: listed }),
    ...(rest > 0 ? { problems_left_out: rest } : {}),
    ...(skipped.length === 0 || view.skipped === 0
      ? {}
      : {
          not_checked: skipped
            .slice(0, view.skipped)
            .map(({ code, title, message }) => `${code} ${title}: ${shorten(String(message ?? ''), 90)}`),
        }),
  }
}
