/**
 * What each relation type does with its lag, in whole days, by P6's rules and by Microsoft Project's, and what is left of the lag where an end has started: a
 * type that has no row here fails. Calendars work round the clock, so figures are days in all three.
 */
import t from 'tap'
import { RELATION_TYPES, type RelationType } from '../../../../shared/contract/schedule/fields.ts'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import { withoutKernel } from '../../../engine/wasm/kernel-instance.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { day, inputOf, RULES, type Rules } from './round-the-clock.ts'

type Progress = 'not started' | 'in progress' | 'complete'

interface Row {
  /** The ends that it links: of the predecessor A, of the successor B. */
  readonly from: 'start' | 'finish'
  readonly to: 'start' | 'finish'
  /** What is left of a lag of LAG days into B, by the progress of A: where B has not started, and where it is in progress. */
  readonly left: Readonly<Record<Progress, readonly [notStarted: number, inProgress: number]>>
}

/** A is four days long, B two. */
const [OF_A, OF_B] = [4, 2]
/** The data date where something has started: A two days ago, or five days ago for three days; B three days ago. */
const NOW = 10
const [A_STARTED, A_WAS, B_STARTED] = [8, [5, 8], 7] as const
const LAG = 6
/** Days of A that are left when it is in progress. */
const LEFT = 2

/** Lags run from actual dates: of six days from the start of A two have passed, five from the start of what is done, two from its finish. */
const ROWS: Readonly<Record<RelationType, Row>> = {
  FS: {
    from: 'finish',
    to: 'start',
    left: { 'not started': [6, 6], 'in progress': [6, 6], complete: [4, 0] },
  },
  SS: {
    from: 'start',
    to: 'start',
    left: { 'not started': [6, 6], 'in progress': [4, 4], complete: [1, 1] },
  },
  FF: {
    from: 'finish',
    to: 'finish',
    left: { 'not started': [6, 6], 'in progress': [6, 6], complete: [4, 4] },
  },
  SF: {
    from: 'start',
    to: 'finish',
    left: { 'not started': [6, 6], 'in progress': [4, 4], complete: [1, 1] },
  },
}

const computed = (rules: Rules, tasks: readonly TaskObject[], statusDay?: number) =>
  withoutKernel(() => computeCpm(inputOf(rules, tasks, statusDay)))

const [FIRST, END, LATEST] = [5, 28, 20]

for (const rules of RULES) {
  t.test(`what relations do: ${rules}`, async t => {
    for (const type of RELATION_TYPES) {
      const row = ROWS[type]
      if (row === undefined) {
        t.fail(`${type} is not decided: its rule in engine/passes/relation.ts, and a row here`)
        continue
      }
      for (const lag of [-1, 0, 3]) {
        const { early, lateFinish, linkFloat, earlyStart } = computed(rules, [
          { id: 'before', duration_days: FIRST },
          { id: 'A', duration_days: OF_A, predecessors: ['before'] },
          { id: 'B', duration_days: OF_B, predecessors: [{ task_id: 'A', type, lag_days: lag }] },
          { id: 'after', duration_days: END - LATEST, predecessors: ['B', 'beside'] },
          { id: 'beside', duration_days: LATEST },
        ])
        const offered = (row.from === 'finish' ? FIRST + OF_A : FIRST) + lag
        t.equal(early.start[2], Math.max(0, row.to === 'start' ? offered : offered - OF_B), `${type}${lag}, forward`)
        const needed = (row.to === 'start' ? LATEST - OF_B : LATEST) - lag
        t.equal(lateFinish[1], row.from === 'finish' ? needed : needed + OF_A, `${type}${lag}, backward`)
        t.equal(linkFloat[1], earlyStart[2]! - (row.to === 'start' ? offered : offered - OF_B), `${type}${lag}, float`)
      }
    }
  })

  t.test(`what is left of lags: ${rules}`, async t => {
    const stateOfA: Readonly<Record<Progress, Partial<TaskObject>>> = {
      'not started': {},
      'in progress': { actual_start: day(A_STARTED), remaining_duration_days: LEFT },
      complete: { actual_start: day(A_WAS[0]), actual_finish: day(A_WAS[1] - 1) },
    }
    /** Start and finish of A as its links see them. */
    const offers: Readonly<Record<Progress, readonly [start: number, finish: number]>> = {
      'not started': [NOW, NOW + OF_A],
      'in progress': [NOW, NOW + LEFT],
      complete: [NOW, NOW],
    }
    for (const type of RELATION_TYPES) {
      const { from, to, left } = ROWS[type]
      for (const [progress, [notStarted, inProgress]] of Object.entries(left) as [Progress, Row['left'][Progress]][]) {
        const startOf = (days: number): number => {
          const offered = offers[progress][from === 'finish' ? 1 : 0] + days
          const start = to === 'start' ? offered : offered - OF_B
          // the data date of Microsoft Project holds nothing, and its work in progress goes on where it is
          return rules === 'ms_project' ? start : Math.max(NOW, start)
        }
        const links = { predecessors: [{ task_id: 'A', type, lag_days: LAG }] }
        const a = { id: 'A', duration_days: OF_A, ...stateOfA[progress] }
        if (rules !== 'ms_project' || progress !== 'not started') {
          const { early } = computed(rules, [a, { id: 'B', duration_days: OF_B, ...links }], NOW)
          t.equal(early.start[1], startOf(notStarted), `${type}, ${progress}`)
        }
        if (rules === 'ms_project') continue
        const started = { actual_start: day(B_STARTED), remaining_duration_days: OF_B }
        const { early } = computed(rules, [a, { id: 'B', duration_days: OF_B + 3, ...started, ...links }], NOW)
        t.equal(early.start[1], startOf(inProgress), `${type}, ${progress}, into work in progress`)
      }
    }
  })
}
