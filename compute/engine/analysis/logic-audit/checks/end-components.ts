/** Components of the logic audit about ends of tasks: open ends, dangling tasks, hard constraints. */

import { allHitsWhere } from '../../../check/findings.ts'
import { shareOf } from '../../../check/outcomes.ts'
import { NOUNS } from '../../../check/population-nouns.ts'
import { bySize } from '../../../check/severity.ts'
import { namedTask } from '../../../check/worst.ts'
import { HARD_TYPES_TEXT, hardConstraintShare } from '../../../metrics/constraints.ts'
import { ENDS_EXEMPT, openEndsShare } from '../../../metrics/ends.ts'
import { plural } from '../../../wording/plural.ts'
import { DISCRETE, type LogicComponent, type LogicContext, SOURCE } from './context.ts'

const countOf = (marks: Uint8Array): number => marks.reduce((sum, mark) => sum + mark, 0)

export const END_COMPONENTS = [
  {
    code: 'LA01',
    component: 'open_ends',
    title: 'Open ends',
    weight: 30,
    severity: bySize,
    population: `${DISCRETE} ${ENDS_EXEMPT}`,
    formula: 'Those with no predecessor or no successor / such tasks.',
    noun: NOUNS.openWork,
    threshold: 5,
    zero: 30,
    operator: '<=',
    source: SOURCE,
    needs: [],
    ...openEndsShare<LogicContext>(context => context.discrete),
  },
  {
    code: 'LA02',
    component: 'dangling',
    title: 'Dangling tasks',
    weight: 10,
    severity: bySize,
    population: DISCRETE,
    formula:
      'Those of a duration above 0, not open, with only FF and SF predecessors or only SS and SF successors / such tasks.',
    unit: 'percent',
    noun: NOUNS.openWork,
    threshold: 0,
    zero: 25,
    operator: '<=',
    source: SOURCE,
    needs: [],
    advice: {
      title: 'Tie down the dangling ends',
      description: 'Add the FS or SS link that starts the work, or the FS or FF link that needs its finish.',
    },
    worst: namedTask,
    run: ({ columns, discrete, dangling: ends }) => {
      const hits = allHitsWhere(columns.taskCount, i => ends.start[i] === 1 || ends.finish[i] === 1)
      const starts = countOf(ends.start)
      const finishes = countOf(ends.finish)
      const message = `${plural(hits.count, 'task dangles', 'tasks dangle')}: ${plural(starts, 'start')} that nothing holds, ${plural(finishes, 'finish', 'finishes')} that ${finishes === 1 ? 'drives' : 'drive'} nothing.`
      return shareOf(hits, discrete.count, message, {
        free_starts: starts,
        free_finishes: finishes,
        excluded_by_type: discrete.excludedByType,
      })
    },
  },
  {
    code: 'LA07',
    component: 'hard_constraints',
    title: 'Hard constraints',
    weight: 8,
    severity: bySize,
    population: DISCRETE,
    formula: `Those with ${HARD_TYPES_TEXT} / such tasks. SNET and ALAP are not hard.`,
    noun: NOUNS.openWork,
    threshold: 5,
    zero: 40,
    operator: '<=',
    source: SOURCE,
    needs: [],
    ...hardConstraintShare<LogicContext>(context => context.discrete, true),
  },
] as const satisfies readonly LogicComponent[]
