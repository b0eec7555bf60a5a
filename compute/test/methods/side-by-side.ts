/**
 * Every method of delay on one made-up project whose delays are known, because they were put in: the permit P (owner) ends 9 days late, the foundations A
 * (contractor) 2, a storm stops the steelwork B for 3, the deck C (contractor) takes 2 more. B waits for P and A, C for B.
 */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { METHODS } from '../../engine/methods.ts'
import { roundHalfAway } from '../../engine/wording/numbers.ts'
import { analyseSent, type Plain } from '../helpers/analyse.ts'

/** 2 March 2026. */
const DAY_0 = 20_514
const date = (offset: number): string => formatDay(DAY_0 + offset)
const task = (
  id: string,
  from: number,
  duration_days: number,
  category: string,
  predecessors: string[],
  more: object,
) => ({
  id,
  duration_days,
  planned_start: date(from),
  planned_finish: date(from + duration_days - 1),
  delay_category: category,
  predecessors,
  ...more,
})
const done = (start: number, finish: number) => ({ actual_start: date(start), actual_finish: date(finish - 1) })
const begun = (start: number, left: number) => ({ actual_start: date(start), remaining_duration_days: left })
const tasks = (p: object, a: object, b: object, c: object) => [
  task('P', 0, 5, 'owner', [], p),
  task('A', 0, 10, 'contractor', [], a),
  task('B', 10, 15, 'weather', ['P', 'A'], b),
  task('C', 25, 10, 'contractor', ['B'], c),
]

const SERIES = {
  calendar: 'calendar_days',
  baseline_schedule: { baseline_date: date(0), tasks: tasks({}, {}, {}, {}) },
  schedule_history: [
    { snapshot_date: date(12), tasks: tasks(begun(0, 2), done(0, 12), {}, {}) },
    { snapshot_date: date(25), tasks: tasks(done(0, 14), done(0, 12), begun(14, 7), {}) },
  ],
  current_schedule: { status_date: date(44), tasks: tasks(done(0, 14), done(0, 12), done(14, 32), done(32, 44)) },
}

/** What happened, as whoever claims it would model it. */
const event = (id: string, party: string, from: number, days: number, task_id: string, becomes: number) => ({
  id,
  party,
  started: date(from),
  ended: date(from + days - 1),
  days,
  task_ids: [task_id],
  fragnet: [{ task_id, duration_days: becomes }],
})
const EVENTS = [
  event('permit', 'owner', 5, 9, 'P', 14),
  event('foundations', 'contractor', 10, 2, 'A', 12),
  event('storm', 'neutral', 18, 3, 'B', 18),
  event('deck', 'contractor', 42, 2, 'C', 12),
]

interface Figures {
  readonly moved: number
  readonly owner: number
  readonly contractor: number
  readonly neutral: number
  readonly concurrent: number
}

const run = (id: AnalysisId, options: object, more: object = {}): Plain =>
  analyseSent(id, METHODS[id].analyser, { ...SERIES, ...more, options }).data

/** Of an account: concurrent days are those of both parties. */
const accountOf = ({ entitlement }: Plain, moved: number): Figures => ({
  moved,
  owner: entitlement.excusable_compensable_days,
  contractor: entitlement.non_excusable_days,
  neutral: entitlement.excusable_non_compensable_days - entitlement.concurrent_days,
  concurrent: entitlement.concurrent_days,
})
const observed = (method: string): Figures => {
  const data = run('forensics.delay-analysis', { method })
  return accountOf(data, data.total_delay_days)
}
const inserted = (method: string): Figures => {
  const { by_party_calendar_days: by } = run('forensics.time-impact', { method }, { delay_events: EVENTS })
  return ofParties(by, 0)
}
const extracted = (method: string): Figures => {
  const { by_party_calendar_days: by } = run('forensics.collapsed-as-built', { method }, { delay_events: EVENTS })
  return ofParties(by, 0)
}
const ofParties = ({ owner, contractor, neutral }: Plain, concurrent: number): Figures => ({
  moved: owner + contractor + neutral,
  owner,
  contractor,
  neutral,
  concurrent,
})

interface Row {
  readonly protocol: string
  readonly method: string
  readonly figures: () => Figures
  readonly why: string
}

const ROWS: readonly Row[] = [
  {
    protocol: '-',
    method: 'what was put in',
    figures: () => ({ moved: 9, owner: 2, contractor: 2, neutral: 3, concurrent: 2 }),
    why: 'The permit holds B for 4 days, on 2 of which the foundations would have held it, too; then the storm, then the deck.',
  },
  {
    protocol: '3.1, 3.2',
    method: 'as-planned against as-built',
    figures: () => {
      const data = run('forensics.as-planned-vs-as-built', {})
      return accountOf(data, data.gross_delay_days)
    },
    why: 'Day by day from the plan and the dates alone, at an even pace: A is behind first and moves the finish by 1.67 days, then P overtakes it and moves it by 2.33. No day is held by both, so by the literal policy none is concurrent.',
  },
  {
    protocol: '3.3',
    method: 'windows',
    figures: () => observed('windows'),
    why: 'The update of day 12 says that P had done 3 of its 5 days by then, less than at an even pace over 14 days: P overtakes A earlier, and 2.67 days are its own.',
  },
  {
    protocol: '3.4',
    method: 'half-step',
    figures: () => observed('half_step'),
    why: 'As windows: nothing was revised.',
  },
  {
    protocol: '3.5',
    method: 'recreated updates',
    figures: () => observed('recreated'),
    why: 'As from the dates alone: no update says what P had done on day 12, so its pace is even over all of its 14 days.',
  },
  {
    protocol: '3.6',
    method: 'time impact, single base',
    figures: () => inserted('single_base'),
    why: 'Each event goes into the baseline after those that began before it: the permit takes all 4 days, the foundations find no float to eat and add none.',
  },
  {
    protocol: '3.7',
    method: 'time impact, multi base',
    figures: () => inserted('multi_base'),
    why: 'The same, in the last update before each event. The order of the events decides between P and A.',
  },
  {
    protocol: '3.8',
    method: 'collapsed as-built, single',
    figures: () => extracted('single'),
    why: 'Taken out in any order: the permit brings 2 days if it goes first and 4 if last, the foundations 0 or 2. The mean is 3 and 1, with the 2 of the deck.',
  },
  {
    protocol: '3.9',
    method: 'collapsed as-built, multi',
    figures: () => extracted('multi'),
    why: 'Each update loses what fell into its window, after what earlier updates have counted. The permit lies across the data date of day 12 and is cut there: its first 7 days take P back behind A, so that its last 2 add none, and no day stands twice.',
  },
]

export const SIDE_BY_SIDE_HEAD: readonly string[] = [
  'MIP',
  'method',
  'days',
  'owner',
  'contractor',
  'both',
  'nobody',
  'why',
]

export const sideBySideRows = (): string[][] =>
  ROWS.map(({ protocol, method, figures, why }) => {
    const { moved, owner, contractor, concurrent, neutral } = figures()
    return [
      protocol,
      method,
      ...[moved, owner, contractor, concurrent, neutral].map(days => String(roundHalfAway(days, 2))),
      why,
    ]
  })
