/**
 * POST /api/v1/analysis/validate: what is wrong with a schedule, check by check. It reads any list of objects, so an
 * invalid schedule is an answer, not a refusal. The checks are compute/engine/input/.
 */

import type { ValidateRequest } from '../../../../shared/contract/analysis/validate/request.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { adviceFor, advisedFindingsOfCheck, withAdvice } from '../../check/advised-finding.ts'
import { type CheckResult, findingOfCheck, runCheck, showCheck } from '../../check/check.ts'
import { NO_HITS } from '../../check/findings.ts'
import { GATE_ROWS } from '../../check/gate-rows.ts'
import { capNote, finalScore, type Gate, gateFindings, gateOf } from '../../check/gates.ts'
import { SCORE_MAX } from '../../check/verdict.ts'
import type { CheckClass, ValidateContext, ValidateRow } from '../../input/context.ts'
import { logicEnds } from '../../input/logic-ends.ts'
import { lostLinkGate } from '../../input/lost-links.ts'
import { POINTS_LOST, VALIDATE_ROWS } from '../../input/rows.ts'
import { shownIds } from '../../input/shown-ids.ts'
import { optionsOf } from '../../result/options.ts'
import { type Analyser, type Recommendation, References } from '../../result/result.ts'
import { plural, roundScore } from '../../wording/numbers.ts'
import { listed } from '../../wording/tasks.ts'

const ID = 'analysis.validate'

type Result = CheckResult<ValidateRow>

export const validateAnalyser: Analyser = (input, { checkpoint }) => {
  const read = input.schedules.get('tasks')!
  const columns = { ...read, id: shownIds(read.id) }
  const options = optionsOf<typeof ValidateRequest>(input)
  const ends = logicEnds(columns)
  const context: ValidateContext = { columns, ends, choice: chooseCalendar(read, input.params.calendar) }
  const results = VALIDATE_ROWS.map(row => {
    checkpoint?.()
    return runCheck<ValidateContext, ValidateRow>(row, context)
  })
  const found = (checkClass: CheckClass): Result[] =>
    results.filter(({ row, severity }) => row.class === checkClass && severity !== null)
  const errors = found('error')
  const warnings = found('warning')
  // nothing was there to be looked at
  const isEmpty = columns.taskCount === 0
  const points = SCORE_MAX - [...errors, ...warnings].reduce((sum, { row }) => sum + POINTS_LOST[row.class], 0)
  const raw = isEmpty ? null : Math.max(0, points)
  const gates = isEmpty ? [] : [...(errors.length === 0 ? [] : [invalidGate(errors)]), ...lostLinkGate(columns)]
  const { score, grade } = finalScore(raw, gates)
  return {
    score,
    grade,
    summary: summarise(errors.length, warnings.length, score, `${grade}${capNote(raw, gates)}`),
    findings: [
      ...gateFindings(gates, columns.id, raw),
      ...results.flatMap(result => findingOfCheck(result, columns.id) ?? []),
    ],
    recommendations: withAdvice(
      recommend([...errors, ...warnings], points, gates, columns),
      found('info').flatMap(result => advisedFindingsOfCheck(result, columns)),
      score === null ? null : 0,
    ),
    skipped: isEmpty,
    data: {
      valid: errors.length === 0,
      score_before_gates: raw,
      errors: errors.length,
      warnings: warnings.length,
      info: found('info').length,
      checks: results.map(result => {
        const { code, ...rest } = showCheck(ID, result, columns.id, options.include_details === true)
        return { code, class: result.row.class, ...rest }
      }),
      open_ends: {
        starts: new References(ends.openStarts, columns.id),
        finishes: new References(ends.openFinishes, columns.id),
      },
      components: { count: ends.components.count, largest_task_count: ends.components.largestSize },
      calendar: showCalendar(context.choice),
    },
    namesOfIds: new Map([[columns.id, () => columns.name]]),
  }
}

const rowCount = (checkClass: CheckClass): number => VALIDATE_ROWS.filter(row => row.class === checkClass).length

/** Checks that the sentence about them names. */
const NAMED_ERRORS_MAX = 6

/** An invalid schedule may not pass, however few its kinds of error are. */
const invalidGate = (errors: readonly Result[]): Gate => {
  const codes = errors.map(({ row }) => row.code)
  return gateOf(GATE_ROWS.invalid, {
    description: `${plural(errors.length, 'error check')} of ${rowCount('error')} found something: ${listed(
      errors.slice(0, NAMED_ERRORS_MAX).map(({ row }) => `${row.title} (${row.code})`),
      errors.length,
    )}.`,
    hits: { ...NO_HITS, count: errors.length },
    earnedBy: codes,
  })
}

function summarise(errorCount: number, warningCount: number, score: number | null, grade: string): string {
  if (score === null) return 'The schedule has no tasks to validate.'
  const [errorChecks, warningChecks] = [rowCount('error'), rowCount('warning')]
  return `${errorCount === 0 ? 'The schedule is valid' : 'The schedule is not valid'}: ${errorCount} of ${errorChecks} error checks and ${warningCount} of ${warningChecks} warning checks found something; score ${score}, grade ${grade}.`
}

/** One per failed check, the gravest class first; its effect is what the score would gain by that alone. */
function recommend(
  failed: readonly Result[],
  points: number,
  gates: readonly Gate[],
  columns: ScheduleColumns,
): Recommendation[] {
  const scoreOf = (raw: number, left: readonly Gate[]): number => finalScore(Math.max(0, raw), left).score!
  return failed.flatMap(result => {
    const { row } = result
    const advice = adviceFor(result, columns)
    if (advice === undefined) return []
    // a gate that is made of no check stays
    const left = gates.filter(({ earnedBy }) => earnedBy?.some(code => code !== row.code) ?? true)
    const effect = roundScore(scoreOf(points + POINTS_LOST[row.class], left) - scoreOf(points, gates))
    return [{ priority: 0, ...advice, codes: [row.code], effect }]
  })
}
