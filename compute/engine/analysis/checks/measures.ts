/** Checks of the other analyses that a catalogue takes as they are, by their codes: each has one home, and its figure here is the figure there. */
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import type { CalendarChoice } from '../../calendar/choice.ts'
import { type CheckResult, type CheckRow, runCheck } from '../../check/check.ts'
import { canHoldBaseline } from '../../check/needs.ts'
import { earlierStatuses } from '../../population/earlier-statuses.ts'
import type { TaskStates } from '../../population/task-states.ts'
import { dayOf, mustFinishDayOf, statusDayOf } from '../../result/options.ts'
import { dcma14Context } from '../dcma-14-point/checks/context.ts'
import { DCMA14_ROWS } from '../dcma-14-point/checks/rows.ts'
import { decmContext, exemptList } from '../dcma-decm/checks/context.ts'
import { DECM_ROWS } from '../dcma-decm/checks/rows.ts'
import { logicContext } from '../logic-audit/checks/context.ts'
import { LOGIC_OBSERVATIONS } from '../logic-audit/checks/observations.ts'
import { LOGIC_COMPONENTS } from '../logic-audit/checks/rows.ts'
import type { Limit } from './catalogue.ts'

/** What a family is given, once per request. */
interface MeasureInput {
  readonly input: AnalysisInput
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
}

interface Family {
  readonly analysis: string
  readonly rows: readonly CheckRow<never>[]
  readonly contextOf: (of: MeasureInput) => unknown
}

const FAMILIES: readonly Family[] = [
  {
    analysis: 'health.dcma-14-point',
    rows: DCMA14_ROWS,
    contextOf: ({ input, tasks, choice }) =>
      dcma14Context(tasks, choice, {
        statusDay: statusDayOf(input),
        targetDay: dayOf(input.params.target_finish_date),
        mustFinishDay: mustFinishDayOf(input),
        earlier: earlierStatuses(input, statusDayOf(input)).statuses,
        excluded: [],
      }),
  },
  {
    analysis: 'health.dcma-decm',
    rows: DECM_ROWS,
    contextOf: ({ input, tasks, choice }) =>
      decmContext(tasks, choice, {
        statusDay: statusDayOf(input),
        mustFinishDay: mustFinishDayOf(input),
        exemptStarts: exemptList(tasks.columns, input.params.start_task_ids),
        exemptFinishes: exemptList(tasks.columns, input.params.finish_task_ids),
        earlier: earlierStatuses(input, statusDayOf(input)).statuses,
        withEarnedValue: false,
        isBaselineKnown: canHoldBaseline(input),
      }),
  },
  {
    analysis: 'health.logic-audit',
    rows: [...LOGIC_COMPONENTS, ...LOGIC_OBSERVATIONS],
    contextOf: ({ input, tasks, choice }) => logicContext(tasks, choice, statusDayOf(input)),
  },
]

const byCode = new Map(FAMILIES.flatMap(family => family.rows.map(row => [row.code, { family, row }] as const)))

export const isMeasure = (code: string): boolean => byCode.has(code)

export interface Measure {
  readonly analysis: string
  readonly row: CheckRow<never>
}
export const measureOf = (code: string): Measure => {
  const { family, row } = byCode.get(code)!
  return { analysis: family.analysis, row }
}

/** Runs them by code; the context of a family is made once. */
export class Measures {
  readonly #of: MeasureInput
  readonly #contexts = new Map<Family, unknown>()

  constructor(of: MeasureInput) {
    this.#of = of
  }

  run(code: string, limit: Limit | undefined, changed: Partial<CheckRow<never>>): CheckResult {
    const { family, row } = byCode.get(code)!
    if (!this.#contexts.has(family)) this.#contexts.set(family, family.contextOf(this.#of))
    const bound = limit === undefined ? {} : { threshold: limit.value, operator: limit.operator }
    const run = runCheck as (row: CheckRow<never>, context: unknown) => CheckResult
    return run({ ...row, ...bound, ...changed } as CheckRow<never>, this.#contexts.get(family))
  }
}
