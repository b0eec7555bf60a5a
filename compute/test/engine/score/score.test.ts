/** Weights, caps, rounding, severities and the options that rows share. */

import t from 'tap'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { atLeast, byRate, bySize, type CheckOutcome, type CheckRow, runCheck } from '../../../engine/check/check.ts'
import { type ComponentRow, componentParts, passFailParts } from '../../../engine/check/components.ts'
import { breakdownOf, weigh } from '../../../engine/check/coverage.ts'
import { NO_HITS } from '../../../engine/check/findings.ts'
import { finalScore, type Gate, gateFindings, noLinkGate } from '../../../engine/check/gates.ts'
import { recommendFromScore } from '../../../engine/check/scored-result.ts'
import { excludeTaskTypesOf, optionsOf, statusDayOf, statusDayOrRefusal } from '../../../engine/result/options.ts'
import type { AnalysisInput } from '../../../engine/result/result.ts'
import { columnsFromTasks } from '../../helpers/columns-from-tasks.ts'

const part = (name: string, weight: number, score: number | null) => ({ name, label: name, weight, score })
const outcome = (numerator: number, denominator: number, value: number | null): CheckOutcome => ({
  numerator,
  denominator,
  value,
  message: 'Found.',
  hits: NO_HITS,
})
const NOTHING = { bytes: new Uint8Array(), offsets: new Uint32Array(1) }

t.test('skipped parts are dropped and the weights of the others renormalised', async t => {
  const { score, parts } = weigh([part('a', 30, 40), part('b', 10, 100), part('c', 60, null)])
  t.equal(score, 55)
  t.strictSame(
    parts.map(each => each.pointsLost),
    [45, 0, null],
  )
  t.strictSame(breakdownOf(parts).c, { score: null, weight: 60, label: 'c' })
  t.equal(weigh([part('c', 60, null)]).score, null)
  t.equal(weigh([part('c', 0, 50)]).score, null)
})

t.test('caps come before rounding and the grade; no evaluated part gives neither', async t => {
  const gate = (scoreMax: number): Gate => ({ ...noLinkGate(0, 2)[0]!, scoreMax })
  t.strictSame(finalScore(89.96, []), { score: 90, grade: 'A' })
  t.strictSame(finalScore(66.7, [gate(25), gate(40)]), { score: 25, grade: 'F' })
  t.strictSame(finalScore(12, [gate(25)]), { score: 12, grade: 'F' })
  t.strictSame(finalScore(null, [gate(25)]), { score: null, grade: null })
  t.strictSame(noLinkGate(0, 1), [])
  t.strictSame(noLinkGate(1, 10), [])
  const [finding] = gateFindings([gate(25)], NOTHING, 66.7)
  t.match(finding, { code: 'GATE_NO_LINKS', severity: 'critical', evidence: { score_max: 25 } })
  t.match(finding!.description, /capped at 25/)
  t.match(
    gateFindings([gate(25)], NOTHING, 12)[0]!.description,
    /No score above 25 would be given, and it is lower without that/,
  )
})

t.test('severity follows the ratio, the rate or the shortfall, and never falls below its floor', async t => {
  const most = { threshold: 5, operator: '<=' } as const
  const none = { threshold: 0, operator: '<=' } as const
  const least = { threshold: 0.95, operator: '>=' } as const
  const ratio = (value: number) => bySize(outcome(1, 20, value), most)
  t.strictSame([5.1, 10, 10.1, 20, 20.1].map(ratio), ['medium', 'medium', 'high', 'high', 'critical'])
  const rate = (numerator: number) => bySize(outcome(numerator, 100, numerator), none)
  t.strictSame([1, 2, 3, 10, 11].map(rate), ['medium', 'medium', 'high', 'high', 'critical'])
  t.equal(byRate(outcome(1, 0, 1), none), 'critical')
  const short = (value: number) => bySize(outcome(0, 0, value), least)
  t.strictSame([0.91, 0.9025, 0.9, 0.8075, 0.8].map(short), ['medium', 'medium', 'high', 'high', 'critical'])
  t.strictSame(
    [1, 11].map(n => atLeast('high')(outcome(n, 100, n), none)),
    ['high', 'critical'],
  )
})

const row = (more: Partial<ComponentRow<number>>): ComponentRow<number> => ({
  code: 'X1',
  component: 'x',
  title: 'X',
  severity: bySize,
  population: '',
  formula: '',
  unit: 'percent',
  threshold: 5,
  operator: '<=',
  zero: 30,
  weight: 3,
  source: { references: [] },
  needs: [{ message: 'A positive number is needed.', isMet: value => value >= 0 }],
  advice: { title: 'Do', description: 'it.' },
  run: value => outcome(value, 100, value === 99 ? null : value),
  ...more,
})
const run = (facts: number, more: Partial<ComponentRow<number>> = {}) =>
  runCheck<number, ComponentRow<number>>(row(more), facts)

t.test('a component scores between target and zero, by its own curve, or not at all', async t => {
  const parts = componentParts([run(5), run(17.5), run(80), run(99), run(-1), run(7, { curve: () => 12 })])
  t.strictSame(
    parts.map(({ score }) => score),
    [100, 50, 0, null, null, 12],
  )
  const checks = passFailParts([run(5), run(6), run(99), run(-1), run(6, { threshold: null, operator: null })])
  t.strictSame(
    checks.map(({ score, weight }) => [score, weight]),
    [
      [100, 1],
      [0, 1],
      [null, 1],
      [null, 1],
      [null, 1],
    ],
  )
})

const OTHER = { title: 'Another thing', description: 'Do it.' }

t.test('recommendations: gates first, then by points lost, each with what it would bring back', async t => {
  const weighed = weigh(componentParts([run(17.5), run(80, { weight: 1, advice: OTHER }), run(5)]))
  t.equal(weighed.score, (3 * 50 + 0 + 300) / 7)
  const advices = recommendFromScore(weighed, [], columnsFromTasks([]))
  t.strictSame(
    advices.map(({ priority, effect }) => [priority, effect]),
    [
      [1, 21.4],
      [2, 14.3],
    ],
  )
  const gated = recommendFromScore(weighed, noLinkGate(0, 9), columnsFromTasks([]))
  t.strictSame(
    gated.map(({ codes, effect }) => [codes[0], effect]),
    [
      ['GATE_NO_LINKS', 39.3],
      ['X1', 0],
      ['X1', 0],
    ],
  )
  const twice = weigh(componentParts([run(17.5, { code: 'X2' }), run(80, { weight: 1 })]))
  t.match(
    recommendFromScore(twice, [], columnsFromTasks([])),
    [{ priority: 1, codes: ['X2', 'X1'] }],
    'what would be said twice is said once',
  )
})

const input = (params: Record<string, unknown>): AnalysisInput => ({
  params,
  schedules: new Map(),
  ignoredFields: [],
  meantFields: {},
  taskCount: 0,
  taskCountLargest: 0,
})

t.test('null options count as absent; two status dates must agree where both are taken', async t => {
  t.strictSame(optionsOf(input({ options: null })), {})
  t.strictSame(excludeTaskTypesOf(input({ options: { exclude_task_types: null } })), [])
  t.strictSame(excludeTaskTypesOf(input({ options: { exclude_task_types: ['loe'] } })), ['loe'])
  t.equal(statusDayOf(input({ status_date: null })), DAY_ABSENT)
  const day = parseDay('2025-03-10')!
  const both = (status_date: unknown, own: unknown) =>
    statusDayOrRefusal(input({ status_date, options: { status_date: own } }))
  t.equal(both(undefined, '2025-03-10'), day)
  t.equal(both('2025-03-10', undefined), day)
  t.equal(both('2025-03-10T08:00:00Z', '2025-03-10'), day)
  t.match(both('2025-03-10', '2025-03-11'), { faults: [{ loc: ['body', 'options', 'status_date'] }] })
})

t.test('a row says what it needs, and is skipped without it', async t => {
  const skipped = runCheck<number, CheckRow<number>>(row({}), -1)
  t.match(skipped, { status: 'skipped', message: 'A positive number is needed.', severity: null })
})
