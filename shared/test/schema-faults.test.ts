/** Faults of a value by its schema: those that typebox finds in the whole, found without a walk through long lists that have none. */
import fc from 'fast-check'
import t from 'tap'
import { Type } from 'typebox'
import { checkerOf, followSchemasOnce } from '../contract/schema/schema-checker.ts'
import { addSchemaFaults, withoutValid } from '../contract/schema/schema-faults.ts'
import { ValidationFaults } from '../contract/schema/validation-faults.ts'

const Day = Type.String({ pattern: '^[0-9]{4}$', maxLength: 10 })
const schema = Type.Object({
  options: Type.Object({ days: Type.Integer({ minimum: 0, maximum: 9 }) }),
  calendars: Type.Array(
    Type.Object({
      id: Type.String(),
      exceptions: Type.Array(
        Type.Object({ day: Day, shifts: Type.Array(Type.Tuple([Type.String(), Type.String()]), { maxItems: 30 }) }),
        { maxItems: 300 },
      ),
      months: Type.Optional(Type.Array(Type.Integer(), { minItems: 1 })),
    }),
  ),
})
const checker = checkerOf(schema)

/** In an item of exceptions after the first that is too many: the length is the fault, and what follows is not looked at. */
const isBeyond = (place: string): boolean => Number(/exceptions\/(\d+)/.exec(place)?.[1] ?? 0) > 300

const errorsOf = (value: unknown): string =>
  JSON.stringify(
    checker
      .Errors(value)
      .filter(({ instancePath }) => !isBeyond(instancePath))
      .map(({ keyword, instancePath, params }) => [keyword, instancePath, params]),
  )

t.test('the faults of a value are those of it without what has none', async t => {
  const exception = fc.record({
    day: fc.oneof({ weight: 200, arbitrary: fc.constant('2026') }, fc.constantFrom('x', 7)),
    shifts: fc.oneof(
      { weight: 200, arbitrary: fc.constant([['08:00', '12:00']]) },
      fc.constantFrom(
        [['08:00']],
        'none',
        Array.from({ length: 31 }, () => ['a', 'b']),
      ),
    ),
  })
  const calendar = fc.record({
    id: fc.oneof({ weight: 9, arbitrary: fc.constant('c') }, fc.constant(1)),
    exceptions: fc.oneof(
      fc.array(exception, { maxLength: 3 }),
      fc.array(exception, { minLength: 60, maxLength: 320, size: 'max' }),
    ),
    months: fc.constantFrom(
      undefined,
      [],
      [1],
      ['a'],
      Array.from({ length: 100 }, () => 1),
    ),
  })
  const value = fc.record({
    options: fc.constantFrom({ days: 1 }, { days: 10 }, {}, null),
    calendars: fc.oneof(fc.array(calendar, { maxLength: 4 }), fc.constantFrom('none', [null])),
  })
  let faultyCount = 0
  fc.assert(
    fc.property(value, each => {
      const found = errorsOf(each)
      if (found !== '[]') faultyCount++
      return errorsOf(withoutValid(checker.Type(), each)) === found
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 200) },
  )
  t.ok(faultyCount > 20)
})

t.test('a long list is not walked beside a fault elsewhere, nor for being too long', async t => {
  const exceptions = (count: number) =>
    Array.from({ length: count }, () => ({ day: '2026', shifts: Array.from({ length: 24 }, () => ['a', 'b']) }))
  const faultsOf = (value: unknown) => {
    const faults = new ValidationFaults([])
    addSchemaFaults(checker, value, faults)
    return faults.faults.map(({ loc }) => loc.join('.'))
  }
  const beside = { options: { days: 10 }, calendars: [{ id: 'c', exceptions: exceptions(300) }] }
  t.same(faultsOf(beside), ['options.days'])
  t.match(withoutValid(checker.Type(), beside), { calendars: [{ id: 'c', exceptions: [] }] })
  const long = { options: { days: 1 }, calendars: [{ id: 'c', exceptions: exceptions(301) }] }
  t.same(faultsOf(long), ['calendars.0.exceptions'])
  const left = withoutValid(checker.Type(), long) as typeof long
  t.ok(left.calendars[0]!.exceptions.every(({ shifts }) => shifts.length === 0))
  const longer = { options: { days: 1 }, calendars: [{ id: 'c', exceptions: exceptions(5000) }] }
  t.same(faultsOf(longer), ['calendars.0.exceptions'])
  const looked = withoutValid(checker.Type(), longer) as typeof longer
  t.equal(looked.calendars[0]!.exceptions.length, 301, 'one item too many is enough')
})

t.test(
  'a schema that is followed for its first value finds what the compiled one finds, there and afterwards',
  async t => {
    followSchemasOnce()
    const value = (days: number, count: number) => ({
      options: { days },
      calendars: [{ id: 'c', exceptions: Array.from({ length: count }, () => ({ day: '2026', shifts: [] })) }],
    })
    for (const [each, passes] of [
      [value(9, 2), true],
      [value(10, 2), false],
      [value(9, 300), true],
      [value(9, 301), false],
    ] as const) {
      const followed = checkerOf({ ...schema })
      t.same([followed.Check(each), followed.Check(each), checker.Check(each)], [passes, passes, passes])
      t.same(followed.Errors(each), checker.Errors(each))
    }
  },
)

t.test('of a list that is too short or too long, and of such a text, a fault says how many there may be', t => {
  const own = checkerOf(
    Type.Object({
      list: Type.Array(Type.String(), { minItems: 1, maxItems: 2 }),
      text: Type.String({ minLength: 1, maxLength: 3 }),
    }),
  )
  const saidOf = (value: unknown): readonly string[] => {
    const faults = new ValidationFaults([])
    addSchemaFaults(own, value, faults)
    return faults.faults.map(({ msg }) => msg)
  }
  t.same(saidOf({ list: [], text: '' }), [
    'list must have at least 1 item, not 0.',
    'text must have at least 1 character, not "".',
  ])
  t.same(saidOf({ list: ['a', 'b', 'c'], text: 'long' }), [
    'list must have at most 2 items, not 3.',
    'text must have at most 3 characters, not "long".',
  ])
  t.end()
})
