/** How the two delay analyses attribute a delay to tasks, as stated in their results and in GET /api/v1/catalogue. */

import type { MethodText } from '../check/method.ts'

const SHARES =
  'The slip of a task is how much later it came than the task before it on the path made it. A slip first uses up the float that was left on the path, the earliest slip first; only the days beyond it delay the finish and are the share of the task. Consumed float is listed beside and is no delay. Days gained are recovery, a line of its own: by the task where the path had no float left, elsewhere where the path that held the finish came forward. Shares and recovery sum to the movement of the finish.'

const REPLAY =
  "The progress of a window is replayed day by day: actual dates up to the day hold, work in progress stands where an even pace over its own working time puts it, or from when the links let it go on if that time was enough, nothing later is known. What the finish moved since the day before belongs to the tasks on the paths that hold it which could have worked and did not, or did less than planned; several share the day equally. What was not due delays nothing, so weekends are nobody's. Days gained are recovery. Contributions and recovery sum to the movement of the finish."

const ACCOUNT =
  'Who holds a day decides by its delay category what it earns; a day that a task without a category holds stays open. Days stand in one account over all windows, a day gained takes back the one that stands last (limited_days), revisions enter at the end of their window with the category of the task that was changed. What stands at the end sums to the delay.'

const CONCURRENT =
  'Days that owner and contractor hold together are excusable and not compensable (policy literal; the result has the others). The functional policy pairs delays of one window, so how windows are cut decides by it; by the others it does not. Where two delays at one time are unequal, so that the path of one ends more than near_critical_threshold before the controlling path, the days of the shorter are told apart (unequal_concurrent_days) and change no sum.'

const HELD =
  'Whose the days are follows from plan and work replayed day by day, in no order of rows: actual dates up to the day hold, work in progress goes on at an even pace from its start to its finish, the rest follows the planned dates and the links. A day that moves the finish belongs to the tasks on the paths that hold it which did not do the work of the day; several share it equally. What owner and contractor hold on the same days is concurrent; the policy says what that earns, and a table what each other policy gives. A running account lets a recovered day take back the one that stood last, so that what stands at the end is the delay, each day once.'

const AS_BUILT_BASIS =
  'The controlling path is followed back from the task that finished last by the link that left the smallest gap; which lag drove the work is a judgement no dates can make, so it is indicative. Its float is what the planned dates left along that path. Path, shares, entitlement and periods count days of the calendar of the schedule, the table of tasks counts calendar days.'

const sourceOf = (mips: string): string =>
  `AACE 29R-03 MIP ${mips}: only critical delay counts; SCL Delay and Disruption Protocol, float goes to the first`

export const DELAY_METHOD: MethodText = {
  analysis: 'forensics.delay-analysis',
  title: 'Attribution of delay, window by window',
  text: `${REPLAY} ${ACCOUNT} ${CONCURRENT}`,
  source: sourceOf('3.3 and 3.4'),
}

export const AS_BUILT_METHOD: MethodText = {
  analysis: 'forensics.as-planned-vs-as-built',
  title: 'Attribution of delay, as planned versus as built',
  text: `${AS_BUILT_BASIS} ${SHARES} ${HELD}`,
  source: sourceOf('3.1 and 3.2'),
}
