/** The findings of POST /api/v1/forensics/delay-analysis, one row each, in the order they are listed. */

import type { FindingRow } from '../../check/finding-rows.ts'
import { lastTaskRow } from '../../compare/last-task.ts'
import { noPairsRow } from '../../compare/no-pairs.ts'
import { plural } from '../../wording/plural.ts'

export const END_CHANGED = lastTaskRow('DELAY_END_CHANGED')

export const DELAY_FINDING_ROWS = {
  noPairs: noPairsRow({ byIds: true }),
  moved: {
    code: 'DELAY_FINISH_MOVED',
    severity: 'medium',
    title: 'The finish moved',
    description: count => `The finish moved later over ${plural(count, 'window')}.`,
  },
  finishesApart: {
    code: 'DELAY_FINISH_DIFFERS',
    severity: 'medium',
    title: 'Computed and reported finish differ',
    description: count =>
      `The delay is the movement of the computed finish; in ${plural(count, 'schedule')} that is not the finish its own dates tell, which is the one that as-planned-vs-as-built takes.`,
    advice: {
      title: 'Bring computed and reported finish together',
      description:
        'Look for what the dates follow and the request lacks: holidays and calendars, constraints, links to other projects, remaining durations.',
    },
  },
  dateMode: {
    code: 'DELAY_DATE_MODE',
    severity: 'medium',
    title: 'Dates instead of a network',
    description: count =>
      `${plural(count, 'schedule has', 'schedules have')} no links: finishes are the latest finish dates, nothing is attributed and revisions are not told apart.`,
    advice: {
      title: 'Send the links',
      description: 'With predecessors in every schedule the delay can be attributed along the controlling path.',
    },
  },
  undated: {
    code: 'DELAY_NO_FINISH',
    severity: 'medium',
    title: 'Schedules without a finish',
    description: count =>
      `${plural(count, 'schedule has', 'schedules have')} neither links nor finish dates; the windows beside are left out.`,
    advice: {
      title: 'Send finish dates or links',
      description: 'One of the two tells where a schedule ends.',
    },
  },
  concurrent: {
    code: 'DELAY_CONCURRENT',
    severity: 'medium',
    title: 'Concurrent delay',
    description: count => `In ${plural(count, 'window')} delays of owner and contractor fall together.`,
    advice: {
      title: 'Examine the concurrent delays',
      description: 'Whether delays are concurrent depends on the windows; look at the dates within them.',
    },
  },
  unequal: {
    code: 'DELAY_CONCURRENT_UNEQUAL',
    severity: 'medium',
    title: 'Unequal delays at one time',
    description: count =>
      `In ${plural(count, 'window')} delays of owner and contractor fall together, but do not end together.`,
    advice: {
      title: 'Decide which unequal delays are concurrent',
      description:
        'By the literal theory the longer delay stands alone, by the functional one the days of the shorter are concurrent (AACE 29R-03, 4.2): set near_critical_threshold to the days by which its path may end earlier.',
    },
  },
  unattributed: {
    code: 'DELAY_UNATTRIBUTED',
    severity: 'medium',
    title: 'Delay without a category',
    description: count =>
      `${plural(count, 'task')} on controlling paths delayed the finish and ${count === 1 ? 'has' : 'have'} no delay_category.`,
    advice: {
      title: 'Say who caused the delays without a category',
      description: 'Give delay_category to these tasks; until then their days entitle to nothing.',
    },
  },
  noTask: {
    code: 'DELAY_NO_TASK',
    severity: 'medium',
    title: 'Delay without a task',
    description: count =>
      `In ${plural(count, 'window')} the finish moved later and no task was found that was due and did not work.`,
    advice: {
      title: 'Look at the days without a task',
      description:
        'The days of the windows show when. Calendars, constraints, expected finishes or lags can move a finish without work that stands still.',
    },
  },
  noCategory: {
    code: 'DELAY_NO_CATEGORY',
    severity: 'low',
    title: 'No delay categories',
    description: () => 'None of the tasks has a delay_category; entitlement was skipped.',
    advice: {
      title: 'Say who caused the delays',
      description:
        'Give delay_category to the tasks that delayed the finish: then the result says what the delay entitles to.',
    },
  },
  scopeWithLogic: {
    code: 'DELAY_SCOPE_WITH_LOGIC',
    severity: 'low',
    title: 'New tasks and new links in one step',
    description: count =>
      `In ${plural(count, 'window')} new tasks and old links, or old tasks and new links, form a cycle; logic_days has both.`,
  },
  revisionOwnerless: {
    code: 'DELAY_REVISION_WITHOUT_CATEGORY',
    severity: 'medium',
    title: 'Revisions without a category',
    description: count =>
      `${plural(count, 'revision')} made the finish later and ${count === 1 ? 'has' : 'have'} no delay_category.`,
    advice: {
      title: 'Say whose the revisions without a category are',
      description:
        'Give delay_category to the tasks that were added, re-linked or made longer; until then their days entitle to nothing.',
    },
  },
  historyChanged: {
    code: 'DELAY_HISTORY_CHANGED',
    severity: 'medium',
    title: 'Reported history was changed',
    description: count =>
      `Of ${plural(count, 'task')} a later schedule reports another actual date than an earlier one. The later report was taken.`,
    advice: {
      title: 'Explain the changed actual dates',
      description: 'A corrected record moves days between windows: say why it was corrected, and which record holds.',
    },
  },
  revisionOrder: {
    code: 'DELAY_REVISION_ORDER',
    severity: 'info',
    title: 'Revisions whose order matters',
    description: count =>
      `In ${plural(count, 'window')} what a kind of revision did to the finish depends on which are applied before it.`,
  },
  ofOneDate: {
    code: 'DELAY_SCHEDULES_OF_ONE_DATE',
    severity: 'info',
    title: 'Schedules of one date',
    description: count =>
      `${plural(count, 'schedule shares its', 'schedules share their')} date with another. They were taken in the order of the request, the current schedule last; a window between them has no days: it shows revisions, and what the later one reports otherwise of work done by that date.`,
  },
  pacing: {
    code: 'DELAY_POSSIBLE_PACING',
    severity: 'info',
    title: 'Possible pacing',
    description: count =>
      `${plural(count, 'slip')} began after a critical delay of the other party and had the float for it.`,
    advice: {
      title: 'Look for evidence of pacing',
      description: 'Contemporaneous notice, or proof that the work could have gone on, decides whether it was pacing.',
    },
  },
} as const satisfies Record<string, FindingRow>
