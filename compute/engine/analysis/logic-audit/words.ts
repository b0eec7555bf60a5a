/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { plural } from '../../wording/plural.ts'
import { shareText } from '../../wording/shares.ts'

export const WORDS = {
  openEndsGate: {
    description: (openCount: number, discreteCount: number, isOneOpenCount: boolean) =>
      `${shareText(openCount, discreteCount, ['incomplete task', 'incomplete tasks'])} ${isOneOpenCount ? 'has' : 'have'} an open end.`,
  },
  logicAuditSummary: {
    network: (tasks: number, links: number, linksPerTask: number, parts: string) =>
      `Network: ${plural(tasks, 'task')}, ${plural(links, 'link')}, ${plural(linksPerTask, 'link')} per task, ${parts}.`,
    connected: 'connected',
    parts: (parts: number, largestPart: number) =>
      `${parts} parts that no link joins, the largest of ${plural(largestPart, 'task')}`,
  },
  source: {
    message:
      'The documents say which logic is poor; where a share begins to cost points, where it costs all, and the weights are ours.',
  },
  discrete: {
    message: 'Incomplete tasks and milestones without level of effort and summaries.',
  },
  linkBase: {
    message: 'Live links into incomplete tasks and milestones without level of effort and summaries.',
  },
  all: {
    message: 'All tasks and milestones but level of effort and summaries, complete ones included.',
  },
  openEnds: {
    title: 'Open ends',
    population: (discrete: string) =>
      `${discrete} One open start and one open finish are exempt as the ends of the project.`,
    formula: 'Those with no predecessor or no successor / such tasks.',
    message: (hitCount: number, starts: number, finishes: number) =>
      `${plural(hitCount, 'task has', 'tasks have')} an open end: ${starts} without a predecessor, ${finishes} without a successor.`,
  },
  dangling: {
    title: 'Dangling tasks',
    formula:
      'Those of a duration above 0, not open, with only FF and SF predecessors or only SS and SF successors / such tasks.',
    adviceTitle: 'Tie down the dangling ends',
    adviceDescription: 'Add the FS or SS link that starts the work, or the FS or FF link that needs its finish.',
    message: (hitCount: number, starts: number, finishes: number, isOneFinishes: boolean) =>
      `${plural(hitCount, 'task dangles', 'tasks dangle')}: ${plural(starts, 'start')} that nothing holds, ${plural(finishes, 'finish', 'finishes')} that ${isOneFinishes ? 'drives' : 'drive'} nothing.`,
  },
  hardConstraints: {
    title: 'Hard constraints',
    formula: 'Those with MSO, MFO, SO, FO, SNLT or FNLT / such tasks. SNET and ALAP are not hard.',
  },
  leads: {
    title: 'Leads',
    formula: 'Links with a negative lag / links.',
    message: (count: number) => `${plural(count, 'link has', 'links have')} a lead.`,
  },
  lags: {
    title: 'Lags',
    formula: 'Links with a positive lag / links. No lag is waived for being short.',
    message: (count: number) => `${plural(count, 'link has', 'links have')} a lag.`,
  },
  otherThanFs: {
    title: 'Links other than finish-to-start',
    formula: 'SS, FF and SF links / links.',
    message: (count: number) => `${plural(count, 'link is', 'links are')} not finish-to-start.`,
  },
  startToFinish: {
    title: 'Start-to-finish links',
    formula: 'SF links / links.',
    adviceTitle: 'Turn the SF links round',
    adviceDescription: 'Replace each by an FS link the other way round, or by an SS link where both begin together.',
  },
  impliedLinks: {
    title: 'Redundant links',
    formula:
      'FS links without lag beside another path of live FS links, none of them with a lead, between the same tasks / links.',
    adviceTitle: 'Remove the redundant links',
    adviceDescription: 'Delete each link between two tasks that a longer path of FS links joins already.',
    message: (count: number) => `${plural(count, 'link follows', 'links follow')} from others.`,
  },
  redundant: {
    message: (redundancyLinksMax: number) => `Not sought among more than ${redundancyLinksMax} live links.`,
  },
  density: {
    title: 'Logic density',
    formula: (from: number, to: number, zeroBelow: number, zeroAbove: number) =>
      `2 * links between them / tasks; 100 from ${from} to ${to}, 0 at ${zeroBelow} and less or ${zeroAbove} and more. Above the range the threshold is its upper end.`,
    tooFewTitle: 'Add the links that are missing',
    tooFewDescription: 'Ask of each task with a single link what else it waits for, and what else needs it.',
    tooManyTitle: 'Thin out the links',
    tooManyDescription:
      'Delete links that other paths between the same tasks imply, and keep those that the work needs.',
    noun: 'links per task',
    figures: (links: number, tasks: number) => `${plural(links, 'link')} between ${plural(tasks, 'task')}`,
    tooSmall: (figures: string, tasksMin: number) => `${figures}; not judged below ${tasksMin} tasks.`,
    bothEnds: (figures: string) => `${figures}, both ends of each counted.`,
  },
  convergence: {
    title: 'Convergence',
    formula: (convergenceLinksMin: number) =>
      `Those with ${convergenceLinksMin} or more predecessors, or as many successors / such tasks.`,
    adviceTitle: 'Thin out the merge points',
    adviceDescription:
      'Put a milestone before each hub for what it waits for as a whole, and delete the links that this milestone implies.',
    message: (hitCount: number, convergenceLinksMin: number) =>
      `${plural(hitCount, 'task has', 'tasks have')} ${convergenceLinksMin} or more predecessors or successors.`,
  },
  connectivity: {
    title: 'Connectivity',
    formula: 'Tasks outside the largest part of the network that hangs together / tasks.',
    message: (partCount: number, hitCount: number, largestSize: number) =>
      `${plural(partCount, 'part')}; ${plural(hitCount, 'task lies', 'tasks lie')} outside the largest, which has ${plural(largestSize, 'task')}.`,
  },
  summaryLogic: {
    title: 'Logic on summary tasks',
    population: 'Summary tasks.',
    formula:
      "Summaries with a predecessor or a successor / summaries. Such links drive tasks by Microsoft Project's rules only.",
  },
  drivingLoe: {
    title: 'Level of effort drives discrete work',
    population: 'Incomplete level-of-effort tasks.',
    formula: 'Those with a successor that is neither level of effort nor summary / incomplete level-of-effort tasks.',
    message: (hitCount: number) =>
      `${plural(hitCount, 'level-of-effort task leads', 'level-of-effort tasks lead')} to discrete work.`,
  },
  constraintWithoutDate: {
    title: 'Constraints without a date',
    formula:
      'Those with a constraint other than ASAP and ALAP and no constraint_date / such tasks. Such constraints do nothing.',
    message: (hitCount: number) => `${plural(hitCount, 'constraint has', 'constraints have')} no date.`,
  },
  lagBeyondDuration: {
    title: 'Lags longer than the work after them',
    formula: 'Links with a lag longer than the duration above 0 of their successor / links.',
    adviceTitle: 'Look into lags longer than the work after them',
    adviceDescription: 'Make the waiting a task of its own, or correct a lag that was sent in hours.',
    message: (count: number) => `${plural(count, 'lag is', 'lags are')} longer than the task that follows.`,
  },
  longLag: {
    title: 'Long lags',
    formula: (longLagDays: number) => `Links with a lag of more than ${longLagDays} days / links.`,
    adviceTitle: 'Replace the long lags by tasks',
    adviceDescription: 'Give each wait of that length a task with a name, a duration and an owner.',
    message: (count: number, longLagDays: string) =>
      `${plural(count, 'lag is', 'lags are')} longer than ${longLagDays}.`,
  },
  startWithoutFinish: {
    title: 'SS links without a matching FF',
    formula: 'SS links without an FF link between the same two tasks / links.',
    adviceTitle: 'Pair SS with FF',
    adviceDescription:
      'Add an FF link between the same two tasks, so that the later one cannot finish before the earlier.',
    message: (count: number) =>
      `${plural(count, 'SS link has no FF link beside it', 'SS links have no FF link beside them')}.`,
  },
  criticalLead: {
    title: 'Leads on the critical path',
    formula: 'Links with a negative lag whose two ends are critical by float or on the longest path / links.',
    adviceTitle: 'Take the leads off the critical path',
    adviceDescription:
      'Split the predecessor where its successor can start, and link that part, so that the finish rests on no guess.',
    message: (count: number) => `${plural(count, 'lead lies', 'leads lie')} on the critical path.`,
  },
} as const
