/**
 * The resources of a schedule: what kind each is, by which calendar it works, and how much of it there is from when to when. Tasks name them by id
 * (or by name). The schema of the members `resources` and `leveling_options` of a container, and the values of the first.
 */

import type { Static } from 'typebox'
import Type from 'typebox'
import { ASSIGNMENT_NUMBER_MAX } from './assignments.ts'
import type { ScheduleColumns } from './columns.ts'
import { Day, OneOf, parseDay } from './day.ts'
import type { ReportFault, ScheduleSetting } from './setting.ts'
import { textAt } from './text.ts'

export const RESOURCES_MAX = 20_000
export const RESOURCE_ID_LENGTH_MAX = 500
const LIMITS_MAX = 1_000

/** Work of people, work of machines, what is used up, and money without units. */
export const RESOURCE_TYPES = ['labour', 'nonlabour', 'material', 'cost'] as const
export type ResourceType = (typeof RESOURCE_TYPES)[number]

const Price = (says: object) => Type.Number({ minimum: 0, maximum: ASSIGNMENT_NUMBER_MAX, ...says })

const ResourceLimit = Type.Object(
  {
    units_per_day: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: ASSIGNMENT_NUMBER_MAX,
        description:
          'How much of it there is: 1 is one person (or machine) full time; of a material its quantity per day. Absent: without limit.',
        'x-unit': 'units per day',
        examples: [4],
      }),
    ),
    from: Type.Optional(Day({ description: 'First day; absent: from the beginning.' })),
    to: Type.Optional(Day({ description: 'Last day; absent: to the end.' })),
  },
  { description: 'A limit, from a day to a day. Of two for one day the last one counts.' },
)

const ResourcePrice = Type.Object(
  {
    price_per_unit: Type.Optional(
      Price({
        description:
          'Of an hour of work; of a material that of a unit of it. Price / Unit of P6, Standard Rate of Microsoft Project.',
        'x-unit': 'cost per hour or unit',
        examples: [30],
      }),
    ),
    overtime_price_per_hour: Type.Optional(
      Price({
        description: 'Of an hour of overtime: Overtime Rate of Microsoft Project. Files of P6 do not get it.',
        'x-unit': 'cost per hour',
        examples: [45],
      }),
    ),
    cost_per_use: Type.Optional(
      Price({
        description:
          'Each time a task uses it, beside its work: Cost/Use of Microsoft Project. Files of P6 do not get it.',
        'x-unit': 'cost',
        examples: [120],
      }),
    ),
    from: Type.Optional(Day({ description: 'First day; absent: from the beginning.' })),
  },
  { description: 'What it costs, from a day until the next price begins.' },
)

export const ScheduleResource = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: RESOURCE_ID_LENGTH_MAX, description: 'Id by which tasks name it.' }),
    name: Type.Optional(Type.String({ description: 'Name; tasks may name it by this, too.' })),
    short_name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: RESOURCE_ID_LENGTH_MAX,
        description: 'What P6 calls its resource id. Files of P6 get it; absent: the id.',
        examples: ['E01'],
      }),
    ),
    type: Type.Optional(
      OneOf(RESOURCE_TYPES, {
        default: 'labour',
        description:
          'labour: people. nonlabour: machines. material: what is used up, in its own quantity. cost: money, without units.',
      }),
    ),
    calendar_id: Type.Optional(
      Type.String({ description: 'Calendar by which it works: an id in `calendars`. Absent: that of the task.' }),
    ),
    can_level: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'False: levelling leaves it alone unless options.resources names it, as Microsoft Project does by the field Can Level, and P6 by a list of those to level.',
      }),
    ),
    limits: Type.Optional(
      Type.Array(ResourceLimit, {
        maxItems: LIMITS_MAX,
        description:
          'Limits by period. Days that none covers, all days where there are none: 1 unit per day of labour, no limit of the other types.',
      }),
    ),
    prices: Type.Optional(
      Type.Array(ResourcePrice, {
        maxItems: LIMITS_MAX,
        description:
          'What it costs. No analysis reads it: costs are those of tasks and assignments. Project files get it, since P6 and Microsoft Project compute costs from it.',
      }),
    ),
  },
  { $id: 'ScheduleResource', description: 'A resource: people, machines or material.' },
)
export type SentResource = Static<typeof ScheduleResource>

/** What the priority of an activity can be read from, each with the end that comes first where nothing else is said. */
export const PRIORITY_FIELDS = [
  'priority',
  'id',
  'early_start',
  'early_finish',
  'late_start',
  'late_finish',
  'planned_start',
  'planned_finish',
  'total_float',
  'free_float',
  'duration',
  'remaining_duration',
  'successors',
  'rank_weight',
] as const
export type PriorityField = (typeof PRIORITY_FIELDS)[number]

export const PriorityTerm = Type.Object(
  {
    by: OneOf(PRIORITY_FIELDS, {
      description:
        'priority: as task_priorities has it, the greatest first. successors: direct ones, most first. rank_weight: duration and those of the direct successors, the greatest first. The others: the smallest first.',
    }),
    descending: Type.Optional(Type.Boolean({ description: 'True: the greatest first. False: the smallest first.' })),
  },
  { description: 'A field of the priority order.' },
)

/** What P6 calls the fields of the order of levelling; it has no others that are fields here. */
export const P6_PRIORITIES: Readonly<Partial<Record<PriorityField, string>>> = {
  id: 'task_code',
  priority: 'priority_type',
  early_start: 'early_start_date',
  early_finish: 'early_end_date',
  late_start: 'late_start_date',
  late_finish: 'late_end_date',
  planned_start: 'target_start_date',
  planned_finish: 'target_end_date',
  total_float: 'total_float_hr_cnt',
  free_float: 'free_float_hr_cnt',
  duration: 'target_drtn_hr_cnt',
  remaining_duration: 'remain_drtn_hr_cnt',
}

const LevelingOptions = Type.Object(
  {
    priority_order: Type.Optional(
      Type.Array(PriorityTerm, {
        minItems: 1,
        maxItems: PRIORITY_FIELDS.length,
        description: 'Who is placed first, where the request names neither a rule nor an order.',
      }),
    ),
    within_float_only: Type.Optional(
      Type.Boolean({
        description: 'Tasks are delayed within their total float alone, where the request does not say.',
      }),
    ),
    float_kept_hours: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'With within_float_only: hours of total float that stay to each task, where the request does not say.',
        'x-unit': 'hours',
      }),
    ),
    over_allocation_pct_max: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'P6, with within_float_only: by how much limits may be exceeded when the float is used up. Told, not done.',
        'x-unit': 'percent',
      }),
    ),
    levels_late_dates: Type.Optional(
      Type.Boolean({ description: 'P6: late dates are levelled by a backward pass, too. Told, not done.' }),
    ),
    other_projects_priority_max: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'P6: work in other projects of this leveling priority or a higher one counts. Told, not done.',
      }),
    ),
    left_out: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 100,
        description: 'What a file says of its levelling and is not read, in its own words. Told.',
      }),
    ),
  },
  {
    $id: 'LevelingOptions',
    description:
      'How the schedule is to be levelled where the request does not say. Files of P6 bring it. Read only if the schedule has calendars.',
  },
)
export type LevelingOptions = Static<typeof LevelingOptions>

/** Members of a container beside its tasks. */
export const resourceMembers = {
  leveling_options: Type.Optional(LevelingOptions),
  resources: Type.Optional(
    Type.Array(ScheduleResource, {
      maxItems: RESOURCES_MAX,
      description: 'Types, calendars and limits of the resources that tasks name.',
    }),
  ),
}

export interface ResourceLimitSpan {
  /** Day numbers, both included; undefined = without bound. */
  readonly from: number | undefined
  readonly to: number | undefined
  /** Infinity = without limit. */
  readonly unitsPerDay: number
}

export interface ResourcePriceSpan {
  /** Day number from which it holds, until the next one's; -Infinity = from the beginning. */
  readonly from: number
  /** NaN = not said. */
  readonly perUnit: number
  readonly perOvertimeHour: number
  readonly perUse: number
}

export interface ResourceSpec {
  readonly id: string
  readonly name: string | null
  readonly shortName?: string
  readonly type: ResourceType
  /** Index into the calendars of the setting, -1 = that of the task. */
  readonly calendar: number
  /** Levelling leaves it alone unless it is asked for by name. */
  readonly canLevel?: false
  /** undefined = none is said. */
  readonly limits: readonly ResourceLimitSpan[] | undefined
  /** In the order of their days; undefined = none is said. */
  readonly prices?: readonly ResourcePriceSpan[]
}

/** undefined: the container has none. Faults have places from the container on. */
export function resourcesOf(
  container: Readonly<Record<string, unknown>>,
  setting: ScheduleSetting | undefined,
  report: ReportFault,
  place: readonly (string | number)[],
): readonly ResourceSpec[] | undefined {
  // a name alone says nothing of a resource (POST /api/v1/resources/allocate)
  const sentOnes = (container.resources ?? []) as readonly (SentResource | string | null)[]
  const list = sentOnes.map(sent => (typeof sent === 'string' ? null : sent))
  if (list.length === 0) return undefined
  const fault: ReportFault = (where, words) => report([...place, 'resources', ...where], words)
  const calendars = new Map(setting?.calendars.map(({ id }, n) => [id, n]))
  const ids = new Set<string>()
  return list.flatMap((sent, n): ResourceSpec[] => {
    if (sent === null) return []
    if (ids.has(sent.id)) fault([n, 'id'], `Two resources have the id ${JSON.stringify(sent.id)}.`)
    ids.add(sent.id)
    const calendarId = sent.calendar_id ?? null
    const calendar = calendarId === null ? -1 : calendars.get(calendarId)
    if (calendar === undefined) fault([n, 'calendar_id'], `No calendar has the id ${JSON.stringify(calendarId)}.`)
    const limits = sent.limits ?? undefined
    return [
      {
        id: sent.id,
        name: sent.name ?? null,
        ...(typeof sent.short_name === 'string' ? { shortName: sent.short_name } : {}),
        type: sent.type ?? 'labour',
        calendar: calendar ?? -1,
        ...(sent.can_level === false ? { canLevel: false } : {}),
        limits: limits?.map(({ units_per_day, from, to }, k) => {
          const [first, last] = [dayOrNone(from), dayOrNone(to)]
          if (first !== undefined && last !== undefined && last < first)
            fault([n, 'limits', k, 'to'], `to must not lie before from, which is ${from}.`)
          return { from: first, to: last, unitsPerDay: units_per_day ?? Number.POSITIVE_INFINITY }
        }),
        ...(sent.prices === undefined || sent.prices === null ? {} : { prices: pricesOf(sent.prices) }),
      },
    ]
  })
}

export type SentPrices = NonNullable<SentResource['prices']>

export const pricesOf = (sent: SentPrices): readonly ResourcePriceSpan[] =>
  sent
    .map(({ from, price_per_unit, overtime_price_per_hour, cost_per_use }) => ({
      from: dayOrNone(from) ?? Number.NEGATIVE_INFINITY,
      perUnit: price_per_unit ?? Number.NaN,
      perOvertimeHour: overtime_price_per_hour ?? Number.NaN,
      perUse: cost_per_use ?? Number.NaN,
    }))
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))

/** Prices have four places in the files of P6. */
export const PRICE_LEAST = 0.00005

/** That of a day; the first one also holds before its day, of which nothing is known. 0 = none is said. */
export function pricePerUnitOn(prices: readonly ResourcePriceSpan[] | undefined, day: number): number {
  if (prices === undefined || prices.length === 0) return 0
  // the last one that has begun; a file has as many as it likes, and asks for each assignment
  let [low, high] = [0, prices.length]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (prices[middle]!.from <= day) low = middle
    else high = middle
  }
  return prices[low]!.perUnit || 0
}

const dayOrNone = (text: string | null | undefined): number | undefined =>
  text === undefined || text === null ? undefined : parseDay(text)

/** Entry r: the resource that code r of the column `resources` names, by its id or else by its name; undefined = it is not described. */
export function specsByCode({ resources, resourceSpecs }: ScheduleColumns): readonly (ResourceSpec | undefined)[] {
  const count = Math.max(0, resources.values.offsets.length - 1)
  if (resourceSpecs === undefined) return Array.from({ length: count }, () => undefined)
  const byId = new Map<string, ResourceSpec>()
  for (const spec of resourceSpecs.toReversed()) if (spec.name !== null) byId.set(spec.name, spec)
  for (const spec of resourceSpecs) byId.set(spec.id, spec)
  return Array.from({ length: count }, (_, r) => byId.get(textAt(resources.values, r)))
}
