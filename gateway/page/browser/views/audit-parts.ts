/** What an audit has beside its checks: figures of the headline, practices, resources, updates with their trend. */
import { h, table } from '../dom/element.ts'
import type { Shell } from '../loaded.ts'
import type { AuditData, AuditReply, Trend, UpdateRow } from '../schedule/audit-replies.ts'
import { MINUTES_PER_DAY, minutesOf, momentText } from '../schedule/moment.ts'
import { plainWords } from '../texts/plain-words.ts'
import { TEXT } from '../texts.ts'
import { figure, signed } from './figure.ts'
import { checkTitle, ENGLISH } from './language.ts'
import { openActivities, opening } from './open-activities.ts'
import { plot } from './plot.ts'

const T = TEXT.audits
const text = (value: number | null | undefined): string => (value == null ? '–' : TEXT.number(value))
const moved = (value: number | null | undefined): string => (value == null ? '–' : signed(value))

export function auditFigures({ score, grade, data }: AuditReply): HTMLElement[] {
  const { checks = data.components ?? [], coverage, checks_evaluated: done, checks_total: all } = data
  const scoreText = score === null ? T.noScore : [grade ?? '', TEXT.number(score)].join(' ').trim()
  const evaluated = done === undefined || all === undefined ? '' : T.evaluated(done, all)
  const count = (status: string): number => checks.filter(each => each.status === status).length
  if (data.risk_index !== undefined)
    return [
      figure(T.riskIndex, text(data.risk_index)),
      figure(T.score, scoreText, evaluated),
      ...(data.band == null ? [] : [h('div', { class: 'figure', ...ENGLISH }, h('dd', { class: 'large' }, data.band))]),
    ]
  if (checks.length === 0) return []
  return [
    figure(T.score, scoreText, evaluated),
    figure(T.passed, TEXT.number(count('pass'))),
    figure(T.failed, TEXT.number(count('fail'))),
    coverage === undefined
      ? figure(T.skipped, TEXT.number(count('skipped')), T.skippedNote)
      : figure(
          T.answered,
          `${TEXT.number(coverage.answered)} / ${TEXT.number(coverage.total)}`,
          T.answeredNote(coverage.cannot, coverage.asked),
        ),
  ]
}

export const auditParts = ({ data }: AuditReply, shell: Shell): HTMLElement[] => [
  ...riskPart(data, shell),
  ...practicesPart(data),
  ...resourcesPart(data, shell),
  ...updatesPart(data, shell),
]

function riskPart({ sub_metrics: metrics = [], risk_drivers: drivers = [] }: AuditData, shell: Shell): HTMLElement[] {
  if (metrics.length === 0) return []
  const rows = metrics.map(each => [
    h('span', ENGLISH, each.title),
    ...[each.risk, each.weight, each.contribution].map(text),
    h('span', ENGLISH, plainWords(each.message)),
  ])
  const tasks = drivers.map(({ id, name, points, reasons }) => [
    h('button', { type: 'button', class: 'link', onclick: () => shell.choose(id) }, id),
    name ?? '',
    text(points),
    h('span', ENGLISH, plainWords(reasons.flatMap(each => each.reasons).join('; '))),
  ])
  return [
    h('section', {}, h('h3', {}, T.metrics), table(T.metrics, T.metricsHead, rows, [1, 2, 3])),
    ...(tasks.length === 0
      ? []
      : [
          h(
            'section',
            {},
            h('h3', {}, T.drivers),
            table(T.drivers, T.driversHead, tasks, [2]),
            openActivities(T.drivers, { ids: drivers.map(({ id }) => id) }, shell),
          ),
        ]),
  ]
}

function practicesPart({ practices = [], characteristics = [] }: AuditData): HTMLElement[] {
  if (practices.length === 0) return []
  const rows = practices.map(each => [
    h('span', ENGLISH, each.title),
    h('span', ENGLISH, plainWords(each.characteristic)),
    ...[each.measured, each.met, each.asked, each.answered, each.proposed_step].map(text),
  ])
  const steps = characteristics.map(each => [
    h('span', ENGLISH, each.title),
    text(each.score),
    h('span', ENGLISH, each.step ?? '–'),
  ])
  return [
    h(
      'section',
      {},
      h('h3', {}, T.practices),
      h('p', { class: 'note' }, T.practicesNote),
      table(T.practices, T.practicesHead, rows, [2, 3, 4, 5, 6]),
      h('h3', {}, T.characteristics),
      table(T.characteristics, T.characteristicsHead, steps, [1]),
    ),
  ]
}

const ROWS_MAX = 100

function resourcesPart({ resources = [], over_allocations: over = [] }: AuditData, shell: Shell): HTMLElement[] {
  if (resources.length === 0) return []
  const rows = resources
    .slice(0, ROWS_MAX)
    .map(each => [
      each.resource,
      text(each.task_count),
      text(each.demand_days),
      momentText(each.first_date),
      momentText(each.last_date),
      text(each.peak_demand),
      text(each.limit),
      text(each.over_allocated_days),
    ])
  const exceeded = over.slice(0, ROWS_MAX).map(each => {
    const title = `${each.resource}, ${momentText(each.start)}`
    return [
      each.resource,
      momentText(each.start),
      momentText(each.end),
      text(each.days),
      text(each.peak_demand),
      text(each.limit),
      opening(TEXT.number(new Set(each.task_ids).size), title, each.task_ids, shell),
    ]
  })
  return [
    h(
      'section',
      {},
      h('h3', {}, T.resources),
      h('p', { class: 'note' }, T.resourcesNote),
      table(T.resources, T.resourcesHead, rows, [1, 2, 5, 6, 7]),
    ),
    ...(exceeded.length === 0
      ? []
      : [h('section', {}, h('h3', {}, T.over), table(T.over, T.overHead, exceeded, [3, 4, 5, 6]))]),
  ]
}

function updatesPart({ updates, trend, patterns = [] }: AuditData, shell: Shell): HTMLElement[] {
  if (updates === undefined) return []
  const rows = updates.map(each => [
    momentText(each.data_date) || '–',
    momentText(each.finish) || '–',
    moved(each.moves_calendar_days),
    moved(each.moves_working_days),
    text(each.margin_calendar_days),
    ...[each.task_count, each.complete_count, each.negative_float_count, each.health_score, each.dcma_score].map(text),
    each.changed_history_ids.length === 0
      ? text(each.changed_history_count)
      : opening(TEXT.number(each.changed_history_count), T.updatesHead[10], each.changed_history_ids, shell),
  ])
  const found = patterns.map(each => [checkTitle(each), TEXT.check.statuses[each.status], text(each.count)])
  const [pattern, state, ,] = TEXT.compare.indicatorsHead
  return [
    h('section', {}, h('h3', {}, T.updates), table(T.updates, T.updatesHead, rows, [2, 3, 4, 5, 6, 7, 8, 9, 10])),
    ...finishes(updates),
    ...(trend == null ? [] : [trendPart(trend)]),
    ...(found.length === 0
      ? []
      : [
          h(
            'section',
            {},
            h('h3', {}, T.patterns),
            table(T.patterns, [pattern, state, TEXT.compare.ledgerHead[7]], found, [2]),
          ),
        ]),
  ]
}

function finishes(updates: readonly UpdateRow[]): HTMLElement[] {
  const days = updates.map(({ finish }) => Math.floor(minutesOf(finish) / MINUTES_PER_DAY))
  const first = days.find(day => !Number.isNaN(day))
  if (first === undefined || days.length < 2) return []
  const labels = updates.map(({ data_date: date }, i) => momentText(date?.slice(0, 10)) || String(i + 1))
  const values = days.map(day => day - first)
  return [plot(T.finishes, '', { labels, lines: [{ name: T.moved, kind: 'actual', form: 'dots', values }] })]
}

const trendPart = ({ slip_per_day: slip, point_count: points, forecast_finish: finish }: Trend): HTMLElement =>
  h(
    'section',
    {},
    h('h3', {}, T.trend),
    h('p', {}, finish === null ? T.trendNever : T.trendFinish(momentText(finish))),
    h('p', { class: 'note' }, T.trendNote(TEXT.number(Math.round(slip * 100) / 100), points)),
  )
