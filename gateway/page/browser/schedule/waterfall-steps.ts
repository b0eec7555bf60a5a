/** The movement of the finish in steps, each with its days: what the work did, then what revisions of the plan did. Those of no day are left out. */
import { TEXT } from '../texts.ts'
import type { Contribution, DelaysData } from './comparison-replies.ts'

const T = TEXT.compare

interface Step {
  readonly name: string
  readonly days: number
  /** Activities behind it. */
  readonly ids: readonly string[]
}

export function stepsOf(data: DelaysData): Step[] {
  const { by_category: categories, recovery_days, revision, unexplained_days, windows } = data
  const slips = Object.values(categories).reduce((sum, days) => sum + days, 0)
  const work = (daysOf: (each: Contribution) => number): string[] =>
    windows.flatMap(({ attribution }) => attribution.filter(each => daysOf(each) !== 0).map(({ id }) => id))
  const plan = (step: string): string[] =>
    windows.flatMap(({ revisions }) => revisions.filter(each => each.step === step).flatMap(({ id }) => id ?? []))
  const [scope, logic] = [revision?.scope_days ?? 0, revision?.logic_days ?? 0]
  const scopeAndLogic = windows.some(each => each.scope_with_logic === true)
    ? [{ name: T.steps.scopeWithLogic, days: scope + logic, ids: [...plan('scope'), ...plan('logic')] }]
    : [
        { name: T.steps.scope, days: scope, ids: plan('scope') },
        { name: T.steps.logic, days: logic, ids: plan('logic') },
      ]
  return [
    { name: T.steps.slips, days: slips, ids: work(each => each.contribution_days - each.recovered_days) },
    { name: T.steps.recovery, days: recovery_days, ids: work(each => each.recovered_days) },
    ...scopeAndLogic,
    { name: T.steps.duration, days: revision?.duration_days ?? 0, ids: plan('duration') },
    { name: T.steps.constraint, days: revision?.constraint_days ?? 0, ids: plan('constraint') },
    { name: T.steps.calendar, days: revision?.calendar_days ?? 0, ids: plan('calendar') },
    { name: T.steps.options, days: revision?.options_days ?? 0, ids: plan('options') },
    { name: T.steps.start, days: revision?.project_start_days ?? 0, ids: plan('project_start') },
    { name: T.steps.other, days: revision?.other_days ?? 0, ids: plan('other') },
    { name: T.steps.unexplained, days: unexplained_days, ids: [] },
  ].filter(({ days }) => days !== 0)
}
