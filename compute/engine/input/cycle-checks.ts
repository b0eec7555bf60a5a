/** Links that close on themselves, by id: a repeated id counts as one task. */

import { counted, hitsOf, NO_HITS } from '../check/findings.ts'
import { cycleText } from '../graph/cycle-text.ts'
import { CYCLES_NAMED_MAX, type CycleReport, findCycles } from '../graph/cycles.ts'
import { plural } from '../wording/numbers.ts'
import { rule } from './context.ts'
import { linksById } from './id-checks.ts'

const CYCLE_POPULATION = 'All tasks; all parsed links count, those of summaries and level of effort included.'

export const selfLoop = rule('error', {
  code: 'V003',
  title: 'Link of a task to itself',
  severity: 'critical',
  population: CYCLE_POPULATION,
  formula: 'Tasks that name their own id as predecessor.',
  unit: 'tasks',
  advice: {
    title: 'Remove links of tasks to themselves',
    description: 'Take its own id out of the predecessors of each; no critical path exists before.',
  },
  run: ({ columns }) => {
    const { selfLinked } = linksById(columns)
    const count = selfLinked.length
    if (count === 0) return counted(NO_HITS, columns.taskCount, 'No task is its own predecessor.')
    const named: CycleReport = {
      cycles: Array.from(selfLinked.subarray(0, CYCLES_NAMED_MAX), task => Uint32Array.of(task)),
      componentCount: count,
      taskCount: count,
    }
    const path = cycleText(named, columns.id)
    return counted(
      hitsOf(selfLinked),
      columns.taskCount,
      `${plural(count, 'task is its own predecessor', 'tasks are their own predecessors')}: ${path}.`,
      { path },
    )
  },
})

export const cycle = rule('error', {
  code: 'V004',
  title: 'Dependency cycle',
  severity: 'critical',
  population: CYCLE_POPULATION,
  formula:
    'Tasks on a cycle of two or more; one shortest cycle is printed for each group of tasks that reach each other.',
  unit: 'tasks',
  advice: {
    title: 'Break the cycles',
    description: 'Remove one link of each path printed; no critical path exists before.',
  },
  run: ({ columns }) => {
    const report = findCycles(columns.taskCount, linksById(columns).others)
    const count = report.taskCount
    if (count === 0) return counted(NO_HITS, columns.taskCount, 'No task depends on itself through others.')
    const hits = hitsOf(Uint32Array.from(new Set(report.cycles.flatMap(tasks => [...tasks]))).sort(), count)
    const path = cycleText(report, columns.id)
    const message = `${plural(count, 'task lies', 'tasks lie')} on cycles: ${path}.`
    return counted(hits, columns.taskCount, message, { path, cycle_count: report.componentCount })
  },
})
