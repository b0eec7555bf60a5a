/** Pairs of tasks that are none: two schedules without a common task, with the text of the gate; and ids that carry other work. */

import type { PlainRow } from '../check/finding-rows.ts'
import { GATE_ROWS } from '../check/gate-rows.ts'
import { plural } from '../wording/numbers.ts'
import { listed, scheduleName } from '../wording/tasks.ts'
import type { MovedId } from './same-work.ts'

const { code, severity, title, reason, advice } = GATE_ROWS.noPairs

/** A side of a comparison, and how many tasks it has. */
export interface Side {
  /** With its article: "the baseline schedule". */
  readonly called: string
  readonly taskCount: number
}

/** "None of the 3 tasks of the baseline schedule is one of the 5 tasks of the current schedule." */
export const noPairsText = (earlier: Side, later: Side): string =>
  `None of the ${plural(earlier.taskCount, 'task')} of ${earlier.called} is one of the ${plural(later.taskCount, 'task')} of ${later.called}.`

type Sides = readonly [earlier: Side, later: Side]

/** For an analysis that gives days instead of a score; it looks at the pairs without a common task. byIds: it pairs tasks by id only. */
export const noPairsRow = (options: { readonly byIds: boolean }): PlainRow<readonly Sides[]> => ({
  code,
  severity,
  title,
  description: (count: number) => `${plural(count, 'comparison has', 'comparisons have')} no task of both schedules.`,
  advice: options.byIds
    ? { title: advice.title, description: 'Compare updates that keep the ids of their tasks.' }
    : advice,
  find: pairs => ({ count: pairs.length }),
  detail: ([first]) => `${noPairsText(...first)} No delay is given: ${reason}.`,
})

/** Ids that its evidence lists, and that its text names. */
const LISTED_MAX = 100
const NAMED_MAX = 3
const WORDS = { name: 'name', duration: 'length', delay_category: 'party', actual_dates: 'actual dates', wbs: 'WBS' }

/** `isFollowed`: the work is followed under its other id; else the analysis pairs tasks by their ids all the same. */
export const otherWorkRow = <Code extends string>(code: Code, options: { readonly isFollowed: boolean }) =>
  ({
    code,
    severity: 'medium',
    title: 'Ids that carry other work',
    description: (count: number) =>
      `${plural(count, 'id carries', 'ids carry')} other work in a later schedule than in an earlier one, by name, length, party, actual dates and place in the logic together. ${
        options.isFollowed
          ? 'Where another task is clearly the work that was meant, that was taken, and work is named by its last id; else the id stands.'
          : 'Tasks are paired by their ids here: what changed of these compares two works.'
      }`,
    advice: {
      title: 'Keep one id for one task',
      description:
        'Send the unique id of each task, which an export from Microsoft Project has beside its row number, and check the pairs that the evidence lists.',
    },
    find: moved => {
      const told = moved.filter(({ isReused, isGuess }) => isReused || isGuess)
      const ids = told.slice(0, LISTED_MAX).map(({ place, before, after, isGuess, unlike }) => ({
        ...{ schedule: place, id: before, work_has_id: after ?? null, is_guess: isGuess, differs_in: [...unlike] },
      }))
      return {
        count: told.length,
        evidence: { ids },
        detail: `${listed(told.slice(0, NAMED_MAX).map(movedText), told.length)}.`,
      }
    },
  }) as const satisfies PlainRow<readonly MovedId[]>

function movedText({ place, before, after, isReused, isGuess, unlike }: MovedId): string {
  const what =
    unlike.length === 0
      ? ''
      : ` with another ${listed(
          unlike.map(of => WORDS[of]),
          unlike.length,
        )}`
  const id = isReused ? `${before}${what} in ${scheduleName(place)}` : `${before} of before ${scheduleName(place)}`
  const work = after === undefined ? 'which no other id has' : `whose work is now ${after}`
  return `${id}, ${work}${isGuess ? ', as likely as another' : ''}`
}
