/** Random cases in which what was noted of a resource once changed the schedule or its reasons, cut down to what it takes. */
import type { Shifts } from '../../../../shared/contract/schedule/setting.ts'
import type { RefTask } from '../clock/reference.ts'
import type { LevellingCase, Need } from './random-levelling.ts'

const week = (days: Readonly<Record<number, Shifts>>): Shifts[] =>
  Array.from({ length: 7 }, (_, day) => days[day] ?? [])

const task = (calendar: number, duration: number): RefTask => ({
  calendar,
  kind: 'task',
  duration,
  remaining: duration,
})

const noted = (
  weeks: readonly Shifts[][],
  tasks: readonly RefTask[],
  needs: readonly Need[],
  rest: Pick<LevellingCase, 'limits' | 'ownCalendars' | 'isDependent' | 'partDays'>,
  links: LevellingCase['net']['links'] = [],
): LevellingCase => ({
  net: {
    ...{ tasks, links, dataDate: 29_540_640, lagCalendar: 'predecessor', isOverride: false, floatAs: 'finish' },
    ...{ openEndsCritical: false, usesExpectedFinish: false },
    calendars: weeks.map((days, c) => ({ id: `C${c}`, name: null, minutesPerDay: 480, week: days, exceptions: [] })),
  },
  ...{ needs, isPlain: true, rules: 'p6', floatKept: undefined },
  ...rest,
})

const ENOUGH = [{ at: 0, units: 2 }]

/** Seed 901, case 11363: two calendars at a resource, one of them without work for days. */
export const SHARED_RESOURCE = noted(
  [week({ 2: [[540, 600]], 5: [[600, 1380]] }), week({ 1: [[420, 1020]], 2: [[420, 1020]], 3: [[420, 1020]] })],
  [task(0, 960), task(1, 960), task(0, 727)],
  [
    { task: 0, resource: 0, units: 2 },
    { task: 1, resource: 0, units: 3 },
    { task: 1, resource: 1, units: 3 },
    { task: 2, resource: 0, units: 0.1 },
  ],
  {
    limits: [ENOUGH, [...ENOUGH, { at: 3, units: 3 }], ENOUGH],
    ownCalendars: [undefined, undefined, undefined],
    isDependent: [false, false, false],
    partDays: undefined,
  },
)

/** Seed 902, case 17799: a resource in a longer shift than the tasks is short while none of them works. */
export const SHORT_OUTSIDE_WORK = noted(
  [week({ 2: [[420, 900]] }), week({ 2: [[420, 1020]] })],
  [task(0, 2_901), task(0, 2_181), task(0, 1_440), task(0, 3_600)],
  [0, 2, 3].map(of => ({ task: of, resource: 1, units: 1 })),
  {
    limits: [
      ENOUGH,
      [
        { at: 0, units: 0.5 },
        { at: 15, units: 3 },
        { at: 39, units: 0 },
      ],
      ENOUGH,
    ],
    ownCalendars: [undefined, 1, undefined],
    isDependent: [true, false, true, false],
    partDays: 0.25,
  },
  [{ from: 0, to: 1, type: 'FS', lag: 0, elapsed: false }],
)

/** Seed 903, case 5763: a link to the finish lets a task start before those that wait for the same resource already. */
export const STARTS_BEFORE_QUEUE = noted(
  [week({ 1: [[420, 1020]], 2: [[420, 1020]], 3: [[420, 1020]] }), week({ 5: [[420, 900]] })],
  [task(0, 1_200), task(1, 480), task(0, 487), task(0, 727)],
  [
    { task: 2, resource: 0, units: 1 },
    { task: 2, resource: 2, units: 3 },
    { task: 3, resource: 0, units: 1 },
  ],
  {
    limits: [
      ENOUGH,
      ENOUGH,
      [
        { at: 0, units: 4 },
        { at: 3, units: 0 },
        { at: 6, units: 4 },
      ],
    ],
    ownCalendars: [undefined, undefined, undefined],
    isDependent: [false, false, false, false],
    partDays: undefined,
  },
  [
    { from: 0, to: 2, type: 'FS', lag: 0, elapsed: false },
    { from: 1, to: 3, type: 'SF', lag: 0, elapsed: false },
  ],
)

/** Seed 902, case 4292: the tasks work on Fridays, too, when their resource has no shift. */
export const BETWEEN_SHIFTS = noted(
  [week({ 0: [[420, 1020]] }), week({ 0: [[0, 1440]], 4: [[0, 1440]] })],
  [task(1, 960), task(1, 960)],
  [0, 1].map(of => ({ task: of, resource: 2, units: 3 })),
  {
    limits: [
      ENOUGH,
      ENOUGH,
      [
        { at: 0, units: 0.5 },
        { at: 4, units: 3 },
      ],
    ],
    ownCalendars: [undefined, undefined, 0],
    isDependent: [true, true],
    partDays: undefined,
  },
)

/** Seed 907, case 5838: of one resource there is never enough, so another is looked at once more from the beginning. */
export const LOOKED_AT_TWICE = noted(
  [week({ 0: [[420, 900]] }), week({ 0: [[420, 1020]], 1: [[420, 1020]], 2: [[420, 1020]], 3: [[420, 1020]] })],
  [
    task(0, 1_461),
    { ...task(1, 2_160), constraint: 'FNET', constraintMoment: 29_545_080, second: 'SNLT', secondMoment: 29_536_860 },
    { ...task(1, 720), externalEarlyStart: 29_543_100 },
    task(1, 1_440),
  ],
  [
    { task: 0, resource: 2, units: 3 },
    { task: 1, resource: 2, units: 0.5 },
    { task: 2, resource: 1, units: 2 },
    { task: 2, resource: 2, units: 1 },
    { task: 3, resource: 1, units: 1 },
    { task: 3, resource: 2, units: 1 },
  ],
  {
    limits: [
      ENOUGH,
      [
        { at: 0, units: 0.5 },
        { at: 3, units: Number.POSITIVE_INFINITY },
        { at: 6, units: 0 },
        { at: 22, units: Number.POSITIVE_INFINITY },
        { at: 24, units: 1 },
      ],
      [...ENOUGH, { at: 21, units: 1 }],
    ],
    ownCalendars: [undefined, undefined, undefined],
    isDependent: [false, false, false, false],
    partDays: 0,
  },
)

/** Seed 927 of 2,500 cases, case 273: towards the end, of one resource there is never enough before some moment; a search that notes shorten had gone further back by then. */
export const NEVER_BEFORE: LevellingCase = (() => {
  const each = noted(
    [
      week({ 0: [[420, 1020]], 1: [[420, 1020]], 2: [[420, 1020]], 3: [[420, 1020]] }),
      week({ 0: [[420, 900]], 1: [[420, 900]], 2: [[420, 900]], 3: [[420, 900]], 4: [[420, 900]], 5: [[420, 900]] }),
    ],
    [task(1, 1_440), task(0, 720), task(0, 720), task(0, 3_621), task(0, 2_160)],
    [
      { task: 0, resource: 2, units: 3 },
      { task: 1, resource: 1, units: 2 },
      { task: 2, resource: 1, units: 2 },
      { task: 3, resource: 1, units: 0.1 },
      { task: 4, resource: 1, units: 2 },
    ],
    {
      limits: [
        ENOUGH,
        [
          { at: 0, units: 0.5 },
          { at: 10, units: 3 },
          { at: 17, units: 2 },
          { at: 18, units: 0 },
        ],
        [
          { at: 0, units: 0.5 },
          { at: 6, units: Number.POSITIVE_INFINITY },
        ],
      ],
      ownCalendars: [undefined, undefined, undefined],
      isDependent: [false, false, false, false, false],
      partDays: undefined,
    },
    [{ from: 0, to: 3, type: 'FS', lag: 0, elapsed: false }],
  )
  // a day of the first calendar counts 24 hours
  const calendars = each.net.calendars.map((own, c) => (c === 0 ? { ...own, minutesPerDay: 1_440 } : own))
  return { ...each, net: { ...each.net, calendars, dataDate: 29_541_180 } }
})()

const DAY_SHIFT = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map(day => [day, [[480, 960]] as Shifts]))
/** With days off in each of its calendars. */
function resting(off: readonly (readonly [number, number])[], ...of: Parameters<typeof noted>): LevellingCase {
  const each = noted(...of)
  const calendars = each.net.calendars.map((calendar, c) => {
    const [firstDay, lastDay] = off[c]!
    return { ...calendar, exceptions: [{ firstDay, lastDay, shifts: [] }] }
  })
  return { ...each, net: { ...each.net, calendars, dataDate: 29_540_160 } }
}

/** Seed 2102, case 1838: towards the end neither of two resources has enough before some moment, each at another one, so that the task went back and forth between them for ever. */
export const NEVER_BOTH: LevellingCase = resting(
  [
    [20_527, 20_537],
    [20_540, 20_540],
  ],
  [week({ 2: [[540, 600]], 5: [[600, 1380]] }), week({ 2: [[540, 600]], 5: [[600, 1380]] })],
  [task(1, 3_600), task(0, 1_461)],
  [
    { task: 1, resource: 0, units: 3 },
    { task: 1, resource: 1, units: 3 },
  ],
  {
    limits: [
      [
        { at: 0, units: 2 },
        { at: 14, units: Number.POSITIVE_INFINITY },
        { at: 16, units: 1 },
      ],
      [
        { at: 0, units: 0.5 },
        { at: 18, units: Number.POSITIVE_INFINITY },
        { at: 29, units: 0 },
      ],
      ENOUGH,
    ],
    ...{ ownCalendars: [undefined, undefined, undefined], isDependent: [false, false], partDays: undefined },
  },
)

/** Seed 2107, case 3924: work of the nights pauses for a resource of the day where it does not work anyway, so that it ends as without levelling, before the finish that is expected in the afternoon. */
export const EXPECTED_FINISH: LevellingCase = (() => {
  const night: Shifts = [
    [0, 360],
    [1320, 1440],
  ]
  const each = noted(
    [
      week({ 0: [[1320, 1440]], 1: night, 2: night, 3: night, 4: night, 5: [[0, 360]] }),
      week({ 2: [[540, 600]], 5: [[600, 1380]] }),
    ],
    [{ ...task(0, 2_880), expectedFinish: 29_546_900 }],
    [{ task: 0, resource: 0, units: 1 }],
    {
      limits: [
        [
          { at: 0, units: 0.5 },
          { at: 1, units: 0 },
          { at: 6, units: 1 },
        ],
        ENOUGH,
        ENOUGH,
      ],
      ...{ ownCalendars: [1, undefined, undefined], isDependent: [true], partDays: 1 },
    },
  )
  return { ...each, net: { ...each.net, usesExpectedFinish: true } }
})()

const freeFrom = (day: number) => ({
  limits: [
    [
      { at: 0, units: 0 },
      { at: day, units: 1 },
    ],
    ENOUGH,
    ENOUGH,
  ],
  ownCalendars: [undefined, undefined, undefined],
  partDays: undefined,
})

/** Seed 56, case 239: the second task is not moved, but the first, which ends in the night behind its work, now holds its finish until the next morning. */
export const HELD_FINISH = noted(
  [week(Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map(day => [day, [[0, 1440]] as Shifts]))), week(DAY_SHIFT)],
  [task(0, 1_080), task(1, 960)],
  [{ task: 0, resource: 0, units: 1 }],
  { ...freeFrom(1), isDependent: [false, false] },
  [{ from: 0, to: 1, type: 'FF', lag: 0, elapsed: false }],
)

/** Seed 56, case 603: of a lead from the start of work in progress nothing is left, nor of a lag that has run out. The rest of that work waits for the finish of one to come. */
const behindProgress = (lag: number, elapsed: boolean): LevellingCase =>
  noted(
    [week(DAY_SHIFT)],
    [task(0, 480), { ...task(0, 480), actualStart: 29_539_200, remaining: 300 }, task(0, 480)],
    [{ task: 0, resource: 0, units: 1 }],
    { ...freeFrom(4), isDependent: [false, false, false] },
    [
      { from: 0, to: 1, type: 'FF', lag: 0, elapsed: false },
      { from: 1, to: 2, type: 'SS', lag, elapsed },
    ],
  )
export const LEAD_FROM_PROGRESS = behindProgress(-700, false)
export const ELAPSED_FROM_PROGRESS = behindProgress(2_000, true)

/** Seed 901, case 2569 of those without limits: the constraints of both tasks go before the link, which asks the second to finish in the night behind its work. */
export const FORGIVEN_HOLD: LevellingCase = {
  ...noted(
    [week(DAY_SHIFT)],
    [0, 1].map(() => ({ ...task(0, 480), constraint: 'FNLT', constraintMoment: 29_536_860 })),
    [],
    { ...freeFrom(1), isDependent: [false, false] },
    [{ from: 0, to: 1, type: 'FF', lag: 240, elapsed: true }],
  ),
  rules: 'ms_project',
}
