/** What the checks of all methods share: how a row decides its status, grades, scores between two values, rounding. */
import t from 'tap'
import { CHECK_STATUSES } from '../../../../shared/contract/endpoint/data/check-data.ts'
import { type CheckRow, runCheck, showCheck } from '../../../engine/check/check.ts'
import { gradeOf, scoreBetween } from '../../../engine/check/verdict.ts'
import { METHODS } from '../../../engine/methods.ts'
import { roundHalfAway, roundRatio, roundScore } from '../../../engine/wording/numbers.ts'

t.test('a check row decides its status by need, population, threshold and tolerance', async t => {
  const ids = { bytes: new Uint8Array(0), offsets: new Uint32Array(1) }
  const show = (change: Partial<CheckRow<number>>, value: number | null) => {
    const base: CheckRow<number> = {
      code: 'X',
      title: 'X',
      severity: outcome => (outcome.numerator > 5 ? 'critical' : 'medium'),
      population: '',
      formula: '',
      unit: 'percent',
      threshold: 5,
      operator: '<=',
      source: { references: [] },
      needs: [{ message: 'No status date.', isMet: facts => facts > 0 }],
      run: facts => ({ numerator: facts, denominator: 10, value, message: 'm', hits: { tasks: [], count: 0 } }),
    }
    return (facts: number) => showCheck('analysis.validate', runCheck({ ...base, ...change }, facts), ids, false)
  }
  t.match(show({}, 5)(0), {
    status: 'skipped',
    message: 'No status date.',
    numerator: null,
    value: null,
    severity: null,
  })
  t.match(show({}, null)(1), { status: 'not_applicable', value: null, severity: null })
  t.match(show({}, 5 + 1e-10)(1), { status: 'pass', value: 5, severity: null })
  t.match(show({}, 5.05)(1), { status: 'fail', value: 5.1, severity: 'medium' })
  t.match(show({}, 60)(6), { status: 'fail', severity: 'critical' })
  t.match(show({ operator: '>=', threshold: 0.95, unit: 'ratio' }, 0.95)(1), { status: 'pass' })
  t.match(show({ operator: '>=', threshold: 0.95, unit: 'ratio' }, 0.9495)(1), { status: 'fail', value: 0.95 })
  t.match(show({ threshold: null, operator: null }, 3)(1), { status: 'info', severity: 'medium' })
  t.ok(CHECK_STATUSES.includes(show({}, 1)(1).status as never))
})

t.test('scores, grades and rounding follow the rules of all methods', async t => {
  t.strictSame([90, 89.95, 89.94, 80, 70, 60, 59.94, 0].map(gradeOf), ['A', 'A', 'B', 'B', 'C', 'D', 'F', 'F'])
  t.equal(scoreBetween(5, 5, 30), 100)
  t.equal(scoreBetween(30, 5, 30), 0)
  t.equal(scoreBetween(17.5, 5, 30), 50)
  t.equal(scoreBetween(40, 5, 30), 0)
  t.equal(scoreBetween(1, 5, 30), 100)
  t.equal(scoreBetween(95, 95, 60), 100)
  t.equal(scoreBetween(75, 95, 60).toFixed(1), '42.9', 'where more is better')
  t.equal(roundScore(57.142857), 57.1)
  t.equal(roundScore(44.75), 44.8)
  t.equal(roundScore(-44.75), -44.8)
  t.equal(roundRatio(0.9995), 1)
  t.equal(roundRatio(0.12345), 0.123)
  t.ok(Object.is(roundHalfAway(-0.01, 1), 0), 'never -0')
  t.ok(Number.isNaN(roundHalfAway(Number.NaN, 1)))
  t.equal(roundHalfAway(Number.POSITIVE_INFINITY, 1), Number.POSITIVE_INFINITY)
  t.equal(roundHalfAway(2 ** 60, 3), 2 ** 60)
})

t.test(
  'rows of all methods: a code stands once and in order, every row says what to do, weights sum to a whole',
  async t => {
    const codes = Object.values(METHODS).flatMap(({ checks }) => checks.map(row => row.code))
    t.equal(new Set(codes).size, codes.length)
    for (const [id, { checks }] of Object.entries(METHODS)) {
      // codes of a public standard have the order of their standard
      if (id !== 'health.dcma-decm')
        t.strictSame(
          checks.map(row => row.code),
          checks.map(row => row.code).toSorted(),
          id,
        )
      for (const row of checks) {
        t.ok(row.title && row.population && row.formula && row.source, row.code)
        // the guess of the calendar asks for nothing
        t.equal(row.advice !== undefined, row.code !== 'V203', row.code)
      }
      const weights = checks.flatMap(row => row.weight ?? [])
      const sum = roundHalfAway(
        weights.reduce((all, weight) => all + weight, 0),
        6,
      )
      if (weights.length > 0) t.ok(sum === 1 || sum === 100 || id === 'health.score', `${id}: ${sum}`)
    }
  },
)
