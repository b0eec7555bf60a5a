/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { plural } from '../../wording/plural.ts'

export const WORDS = {
  findings: {
    unattributed: (unattributed: string, delay: string, tasks: string) =>
      `${unattributed} of ${delay} of delay; most by ${tasks}.`,
    finishesApart: (schedule: string, computed: string, byDates: string, apart: string) =>
      `${schedule}: ${computed} computed, ${byDates} by its dates, ${apart}.`,
  },
  disclaimer: {
    message:
      'Observational analysis of the schedules as submitted, per window (AACE 29R-03 MIP 3.3 and 3.4). The figures are indicators, not verdicts on liability; modelled methods (MIP 3.6 to 3.9) are out of scope.',
  },
  tooFew: {
    msg: (schedulesMin: number, count: number) =>
      `needs schedules of at least ${schedulesMin} dates: a baseline_schedule or an earlier snapshot beside the current one, has ${count}`,
  },
  placeItems: {
    msg: (finishId: string, place: string) =>
      `must be a task of every schedule that takes part in the critical path, ${finishId} is none of ${place}`,
  },
  ownFindings: {
    concurrentDetail: (totals: string, byCategory: string, concurrent: string | undefined) =>
      `${totals} of ${byCategory} of delay: time for them, no money. ${concurrent}.`,
    noTaskDetail: (days: string, delay: string) => `${days} of ${delay} of delay; they stay unattributed.`,
    movedDetail: (days: string, span: string, how: string) => `${days}, ${span}: ${how}.`,
    unequalDetail: (unequal: string, delay: string, pairs: string | undefined) =>
      `${unequal} of ${delay} of delay. ${pairs}.`,
  },
  summarise: {
    unknown: 'The delay is not known: the first or the last schedule has no finish.',
    noPairs: (why: string) => `The delay is not known. ${why}`,
    unmoved: (span: string) => `The finish did not move, ${span},`,
    moved: (moved: string, span: string) => `The finish moved ${moved}, ${span},`,
    how: (moved: string, windows: number, how: string) => `${moved} over ${plural(windows, 'window')}: ${how}.`,
    together: (days: string, pairs: string) => `Concurrent, ${days}: ${pairs}.`,
    unequalDays: (days: string, pairs: string) => `At one time, but unequal, ${days}: ${pairs}.`,
    openDays: (days: string, ofNoTask: boolean, revised: string | undefined) =>
      `Unattributed: ${days} of the delay that stands, for want of a category${ofNoTask ? ' or of a task that lost them' : ''}${revised === undefined ? '' : `; revisions without one made the finish ${revised} later`}.`,
    policy: (policy: string) => `Concurrency: ${policy}.`,
    indicators: 'Indicators, not verdicts.',
  },
  unequalText: {
    theirs: (days: string, slip: string, beside: string) => `${days} of ${slip} ran beside a delay of ${beside}`,
    ends: (slackDays: string) => `whose path ends ${slackDays} before the controlling one`,
    letGo: 'whose path ends with the controlling one and had let the next work go on',
    message: (theirs: string, ends: string, count: string, thresholdDays: number, party: string) =>
      `${theirs}, ${ends}${count}; with near_critical_threshold ${thresholdDays} they are not concurrent and stay with the ${party}`,
  },
  revisions: {
    steps: {
      scope: 'tasks added and deleted',
      logic: 'links',
      duration: 'durations',
      constraint: 'constraints',
      calendar: 'calendars',
      options: 'scheduling options',
      project_start: 'planned start of the project',
      other: 'what no change explains',
    },
    widest: (step: string, schedule: string, min: string, max: string, days: string) =>
      `Widest: ${step} up to the ${schedule}, ${min} to ${max}, told as ${days}.`,
    ownerless: (ownerless: string, later: string, most: string) =>
      `${ownerless} of ${later} by which revisions made the finish later; most by ${most}.`,
    history: (ids: string) => `By id: ${ids}.`,
  },
  delayFindingRows: {
    movedTitle: 'The finish moved',
    movedDescription: (count: number) => `The finish moved later over ${plural(count, 'window')}.`,
    finishesApartTitle: 'Computed and reported finish differ',
    finishesApartDescription: (count: number) =>
      `The delay is the movement of the computed finish; in ${plural(count, 'schedule')} that is not the finish its own dates tell, which is the one that as-planned-vs-as-built takes.`,
    finishesApartAdviceTitle: 'Bring computed and reported finish together',
    finishesApartAdviceDescription:
      'Look for what the dates follow and the request lacks: holidays and calendars, constraints, links to other projects, remaining durations.',
    dateModeTitle: 'Dates instead of a network',
    dateModeDescription: (count: number) =>
      `${plural(count, 'schedule has', 'schedules have')} no links: finishes are the latest finish dates, nothing is attributed and revisions are not told apart.`,
    dateModeAdviceTitle: 'Send the links',
    dateModeAdviceDescription:
      'With predecessors in every schedule the delay can be attributed along the controlling path.',
    undatedTitle: 'Schedules without a finish',
    undatedDescription: (count: number) =>
      `${plural(count, 'schedule has', 'schedules have')} neither links nor finish dates; the windows beside are left out.`,
    undatedAdviceTitle: 'Send finish dates or links',
    undatedAdviceDescription: 'One of the two tells where a schedule ends.',
    concurrentTitle: 'Concurrent delay',
    concurrentDescription: (count: number) =>
      `In ${plural(count, 'window')} delays of owner and contractor fall together.`,
    concurrentAdviceTitle: 'Examine the concurrent delays',
    concurrentAdviceDescription: 'Whether delays are concurrent depends on the windows; look at the dates within them.',
    unequalTitle: 'Unequal delays at one time',
    unequalDescription: (count: number) =>
      `In ${plural(count, 'window')} delays of owner and contractor fall together, but do not end together.`,
    unequalAdviceTitle: 'Decide which unequal delays are concurrent',
    unequalAdviceDescription:
      'By the literal theory the longer delay stands alone, by the functional one the days of the shorter are concurrent (AACE 29R-03, 4.2): set near_critical_threshold to the days by which its path may end earlier.',
    unattributedTitle: 'Delay without a category',
    unattributedDescription: (count: number, isOneCount: boolean) =>
      `${plural(count, 'task')} on controlling paths delayed the finish and ${isOneCount ? 'has' : 'have'} no delay_category.`,
    unattributedAdviceTitle: 'Say who caused the delays without a category',
    unattributedAdviceDescription: 'Give delay_category to these tasks; until then their days entitle to nothing.',
    noTaskTitle: 'Delay without a task',
    noTaskDescription: (count: number) =>
      `In ${plural(count, 'window')} the finish moved later and no task was found that was due and did not work.`,
    noTaskAdviceTitle: 'Look at the days without a task',
    noTaskAdviceDescription:
      'The days of the windows show when. Calendars, constraints, expected finishes or lags can move a finish without work that stands still.',
    noCategoryTitle: 'No delay categories',
    noCategoryDescription: 'None of the tasks has a delay_category; entitlement was skipped.',
    noCategoryAdviceTitle: 'Say who caused the delays',
    noCategoryAdviceDescription:
      'Give delay_category to the tasks that delayed the finish: then the result says what the delay entitles to.',
    scopeWithLogicTitle: 'New tasks and new links in one step',
    scopeWithLogicDescription: (count: number) =>
      `In ${plural(count, 'window')} new tasks and old links, or old tasks and new links, form a cycle; logic_days has both.`,
    ofOneDateTitle: 'Schedules of one date',
    ofOneDateDescription: (count: number) =>
      `${plural(count, 'schedule shares its', 'schedules share their')} date with another. They were taken in the order of the request, the current schedule last; a window between them has no days: it shows revisions, and what the later one reports otherwise of work done by that date.`,
    revisionOrderTitle: 'Revisions whose order matters',
    revisionOrderDescription: (count: number) =>
      `In ${plural(count, 'window')} what a kind of revision did to the finish depends on which are applied before it.`,
    revisionOwnerlessTitle: 'Revisions without a category',
    revisionOwnerlessDescription: (count: number) =>
      `${plural(count, 'revision')} made the finish later and ${count === 1 ? 'has' : 'have'} no delay_category.`,
    revisionOwnerlessAdviceTitle: 'Say whose the revisions without a category are',
    revisionOwnerlessAdviceDescription:
      'Give delay_category to the tasks that were added, re-linked or made longer; until then their days entitle to nothing.',
    historyChangedTitle: 'Reported history was changed',
    historyChangedDescription: (count: number) =>
      `Of ${plural(count, 'task')} a later schedule reports another actual date than an earlier one. The later report was taken.`,
    historyChangedAdviceTitle: 'Explain the changed actual dates',
    historyChangedAdviceDescription:
      'A corrected record moves days between windows: say why it was corrected, and which record holds.',
    pacingTitle: 'Possible pacing',
    pacingDescription: (count: number) =>
      `${plural(count, 'slip')} began after a critical delay of the other party and had the float for it.`,
    pacingAdviceTitle: 'Look for evidence of pacing',
    pacingAdviceDescription:
      'Contemporaneous notice, or proof that the work could have gone on, decides whether it was pacing.',
  },
  delayAnalysisSummary: {
    method: (method: string, implementationProtocol: string | undefined, isDates: boolean) =>
      `Method ${method} (AACE 29R-03 MIP ${implementationProtocol}), by ${isDates ? 'finish dates alone, for want of links' : 'critical-path finishes'}.`,
    daysByCategory: 'Days by category over all windows',
  },
  delayWindow: {
    halves: (progress: string, revisionDelayDays: string) =>
      `, ${progress} by progress and ${revisionDelayDays} by revisions`,
  },
  howText: {
    byDates: 'by dates alone',
    bySlips: 'by slips beyond the float',
    bySlipsAndRevisions: 'by slips beyond the float and revisions of the plan',
    recovered: 'recovered by progress',
    recoveredByBoth: 'recovered by progress and revisions of the plan',
    byRevisions: 'by revisions of the plan',
    bothWays: 'revisions of the plan moved it both ways, by 0 in sum',
    nothing: 'nothing moved it',
    part: (days: string, how: string) => `${days} ${how}`,
  },
} as const
