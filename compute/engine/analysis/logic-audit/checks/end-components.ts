/** Components of the logic audit about ends of tasks: open ends, dangling tasks, hard constraints. */

import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { HARD_CONSTRAINTS_ADVICE, openEndsAdvice } from '../../../check/advice.ts'
import { allHitsWhere } from '../../../check/findings.ts'
import { hardConstraintsOf } from '../../../check/hard-constraints.ts'
import { shareOf } from '../../../check/outcomes.ts'
import { NOUNS } from '../../../check/population-nouns.ts'
import { bySize } from '../../../check/severity.ts'
import { firstConstraint, firstTask, namedTask, openText } from '../../../check/worst.ts'
import { isOpen } from '../../../population/open-ends.ts'
import { NO_TASK } from '../../../population/terminals.ts'
import { WORDS } from '../words.ts'
import { DISCRETE, type LogicComponent, SOURCE } from './context.ts'

const countOf = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0)

const openEnds = {
  code: 'LA01',
  component: 'open_ends',
  title: WORDS.openEnds.title,
  weight: 30,
  severity: bySize,
  population: WORDS.openEnds.population(DISCRETE),
  formula: WORDS.openEnds.formula,
  unit: 'percent',
  noun: NOUNS.openWork,
  threshold: 5,
  zero: 30,
  operator: '<=',
  source: SOURCE,
  needs: [],
  advice: openEndsAdvice,
  worst: firstTask((context, i) => openText(context.network.live, i)),
  run: ({ columns, discrete, open, network: { terminals } }) => {
    const shown = (task: number): string | null => (task === NO_TASK ? null : textAt(columns.id, task))
    const hits = allHitsWhere(columns.taskCount, i => isOpen(open, i))
    const starts = countOf(open.start)
    const finishes = countOf(open.finish)
    const message = WORDS.openEnds.message(hits.count, starts, finishes)
    return shareOf(hits, discrete.count, message, {
      missing_predecessor: starts,
      missing_successor: finishes,
      exempt_start: shown(terminals.exemptStart),
      exempt_finish: shown(terminals.exemptFinish),
      excluded_by_type: discrete.excludedByType,
    })
  },
} as const satisfies LogicComponent

const dangling = {
  code: 'LA02',
  component: 'dangling',
  title: WORDS.dangling.title,
  weight: 10,
  severity: bySize,
  population: DISCRETE,
  formula: WORDS.dangling.formula,
  unit: 'percent',
  noun: NOUNS.openWork,
  threshold: 0,
  zero: 25,
  operator: '<=',
  source: SOURCE,
  needs: [],
  advice: {
    title: WORDS.dangling.adviceTitle,
    description: WORDS.dangling.adviceDescription,
  },
  worst: namedTask,
  run: ({ columns, discrete, dangling: ends }) => {
    const hits = allHitsWhere(columns.taskCount, i => ends.start[i] === 1 || ends.finish[i] === 1)
    const starts = countOf(ends.start)
    const finishes = countOf(ends.finish)
    const message = WORDS.dangling.message(hits.count, starts, finishes, finishes === 1)
    return shareOf(hits, discrete.count, message, {
      free_starts: starts,
      free_finishes: finishes,
      excluded_by_type: discrete.excludedByType,
    })
  },
} as const satisfies LogicComponent

const hardConstraints = {
  code: 'LA07',
  component: 'hard_constraints',
  title: WORDS.hardConstraints.title,
  weight: 8,
  severity: bySize,
  population: DISCRETE,
  formula: WORDS.hardConstraints.formula,
  unit: 'percent',
  noun: NOUNS.openWork,
  threshold: 5,
  zero: 40,
  operator: '<=',
  source: SOURCE,
  needs: [],
  worst: firstConstraint,
  advice: HARD_CONSTRAINTS_ADVICE,
  run: ({ columns, discrete }) => hardConstraintsOf(columns, discrete),
} as const satisfies LogicComponent

export const END_COMPONENTS = [openEnds, dangling, hardConstraints] as const satisfies readonly LogicComponent[]
