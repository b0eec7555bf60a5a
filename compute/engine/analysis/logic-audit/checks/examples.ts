/** The first offenders of a row, for options.max_examples: tasks, or links with both their ends. */
import { RELATION_TYPES } from '../../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import type { ResultValue } from '../../../result/result.ts'
import type { LogicComponent, LogicContext, LogicRow } from './context.ts'

export function examplesOf(
  row: LogicComponent | LogicRow,
  outcome: CheckOutcome | undefined,
  context: LogicContext,
  countMax: number,
): ResultValue[] {
  if (outcome === undefined || countMax === 0) return []
  const { columns, base } = context
  const { id, links } = columns
  // of a link row, `all` are the successors: each has at least one of the links
  const tasks = outcome.hits.all?.subarray(0, countMax) ?? []
  const test = row.linkTest?.(context)
  if (test === undefined) return [...tasks].map(i => ({ id: textAt(id, i) }))
  const examples: ResultValue[] = []
  for (const s of tasks) {
    for (let k = links.start[s]; k < links.start[s + 1] && examples.length < countMax; k++) {
      if (base.marks[k] === 0 || !test(k, s)) continue
      examples.push({
        id: textAt(id, s),
        predecessor_id: textAt(id, links.task[k]),
        type: RELATION_TYPES[links.type[k]],
        lag_days: links.lagDays[k],
      })
    }
  }
  return examples
}
