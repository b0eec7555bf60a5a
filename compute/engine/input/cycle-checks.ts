/** Links that close on themselves, by id: a repeated id counts as one task. */
import { hitsOf, NO_HITS } from '../check/findings.ts'
import { counted } from '../check/outcomes.ts'
import { cycleText } from '../graph/cycle-text.ts'
import { CYCLES_NAMED_MAX, type CycleReport, findCycles } from '../graph/cycles.ts'
import { rule } from './context.ts'
import { linksById } from './same-ids.ts'
import { WORDS } from './words.ts'

export const selfLoop = rule('error', {
  code: 'V003',
  title: WORDS.selfLoop.title,
  severity: 'critical',
  population: WORDS.selfLoop.population,
  formula: WORDS.selfLoop.formula,
  unit: 'tasks',
  run: ({ columns }) => {
    const { selfLinked } = linksById(columns)
    const count = selfLinked.length
    if (count === 0) return counted(NO_HITS, columns.taskCount, WORDS.selfLoop.none)
    const named: CycleReport = {
      cycles: Array.from(selfLinked.subarray(0, CYCLES_NAMED_MAX), task => Uint32Array.of(task)),
      componentCount: count,
      taskCount: count,
    }
    const path = cycleText(named, columns.id)
    return counted(hitsOf(selfLinked), columns.taskCount, WORDS.selfLoop.message(count, path), { path })
  },
})

export const cycle = rule('error', {
  code: 'V004',
  title: WORDS.cycle.title,
  severity: 'critical',
  population: WORDS.cycle.population,
  formula: WORDS.cycle.formula,
  unit: 'tasks',
  run: ({ columns }) => {
    const report = findCycles(columns.taskCount, linksById(columns).others)
    const count = report.taskCount
    if (count === 0) return counted(NO_HITS, columns.taskCount, WORDS.cycle.none)
    const hits = hitsOf(Uint32Array.from(new Set(report.cycles.flatMap(tasks => [...tasks]))).sort(), count)
    const path = cycleText(report, columns.id)
    const message = WORDS.cycle.message(count, path)
    return counted(hits, columns.taskCount, message, { path, cycle_count: report.componentCount })
  },
})
