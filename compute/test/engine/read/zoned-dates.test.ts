/** Dates with a zone in JSON are the local dates of time_zone; without one UTC, or midnights where all of them are. */
import t from 'tap'
import { withLocalDates } from '../../../engine/read/zoned-dates.ts'
import { built, type Plain, reply } from '../../helpers/every-analysis.ts'

const convert = (dates: readonly string[], zone?: string) => {
  const body = {
    ...(zone === undefined ? {} : { time_zone: zone }),
    tasks: dates.map(date => ({ planned_start: date })),
  }
  const { body: made, ...rest } = withLocalDates(Buffer.from(JSON.stringify(body)))
  const read = JSON.parse(Buffer.from(made).toString()) as { tasks: { planned_start: string }[] }
  return { dates: read.tasks.map(({ planned_start }) => planned_start.slice(0, 16)), ...rest }
}

t.test('the zone that is named, in winter and in summer', async t => {
  const sent = [
    '2026-03-08T23:00:00.000Z',
    '2026-07-08T22:00:00Z',
    '2026-03-09T08:00+05:00',
    '2026-03-09T08:00:00-0500',
    '2026-03-09 08:00:00 -05',
    '2026-03-09t08:00z',
    '2026-03-09T08:00:00,5+01:00[Europe/Berlin]',
  ]
  t.strictSame(convert(sent, 'Europe/Berlin').dates, [
    '2026-03-09T00:00',
    '2026-07-09T00:00',
    '2026-03-09T04:00',
    '2026-03-09T14:00',
    '2026-03-09T14:00',
    '2026-03-09T09:00',
    '2026-03-09T08:00',
  ])
  t.strictSame(convert(sent, 'UTC').dates, [
    '2026-03-08T23:00',
    '2026-07-08T22:00',
    '2026-03-09T03:00',
    '2026-03-09T13:00',
    '2026-03-09T13:00',
    '2026-03-09T08:00',
    '2026-03-09T07:00',
  ])
  t.equal(convert(sent, 'Europe/Berlin').guessed, undefined)
})

t.test('no zone named: UTC, but midnights of one place are the days that begin there', async t => {
  const midnights = convert(['2026-03-08T23:00:00.000Z', '2026-07-08T22:00:00.000Z', '2026-03-09T22:59:59.999Z'])
  t.strictSame(midnights.dates, ['2026-03-09T00:00', '2026-07-09T00:00', '2026-03-09T23:59'])
  t.match(midnights.guessed, { count: 3, samples: [{ value: '2026-03-08T23:00:00.000Z' }] })
  t.strictSame(convert(['2026-03-08T18:30:00Z']).dates, ['2026-03-09T00:00'], 'India')
  for (const sent of [
    ['2026-03-08T23:00:00Z', '2026-03-09T08:00:00Z'],
    ['2026-03-09T08:00:00Z'],
    ['2026-03-09T17:00:00Z'],
    ['2026-03-09T00:00:00Z'],
  ]) {
    const read = convert(sent)
    t.strictSame(
      read.dates,
      sent.map(date => date.slice(0, 16)),
    )
    t.equal(read.guessed, undefined, String(sent))
  }
})

t.test('a date that lies on another day than the one that is written is told, with what was read', async t => {
  const sent = ['2026-03-10T00:00:00+09:00', '2026-03-10T23:30:00-08:00', '2026-03-10T08:00:00+02:00', '2026-03-10']
  const { moved, guessed } = convert(sent)
  t.equal(guessed, undefined)
  t.strictSame(moved, {
    isNamed: false,
    faults: {
      count: 2,
      tasks: [],
      samples: [
        { task: -1, place: 'read as 2026-03-09T15:00', value: sent[0] },
        { task: -1, place: 'read as 2026-03-11T07:30', value: sent[1] },
      ],
    },
  })
  t.match(convert(sent, 'Asia/Tokyo').moved, { isNamed: true, faults: { count: 1, samples: [{ value: sent[1] }] } })
  t.equal(convert(sent.slice(2)).moved, undefined)
})

t.test('the finding of a reply names them, as a warning where no time zone was named', async t => {
  const cpm = built.find(({ id }) => id === 'analysis.cpm')!
  const tasks = [{ id: 'A', duration_days: 3, constraint_type: 'SNET', constraint_date: '2026-03-10T00:00:00+09:00' }]
  const found = (members: object): Plain[] =>
    reply(cpm, { status_date: '2026-03-02', tasks, ...members }).findings.filter(({ code }: Plain) =>
      ['V120', 'V205'].includes(code),
    )
  t.match(found({}), [
    {
      code: 'V120',
      severity: 'medium',
      count: 1,
      evidence: { values: [{ text: tasks[0]!.constraint_date, place: 'read as 2026-03-09T15:00' }] },
    },
  ])
  t.match(found({ time_zone: 'Europe/Paris' }), [{ code: 'V205', severity: 'info', count: 1 }])
  t.strictSame(found({ time_zone: 'Asia/Tokyo' }), [])
})

t.test('what is no date with a zone stays as it is, byte by byte', async t => {
  for (const text of [
    '{"tasks":[{"id":"Z","name":"2026-03-08T23:00:00","planned_start":"2026-03-08"}]}',
    '{"tasks":[{"id":"FUZZ"},{"id":"A00"},{"name":"at 2026-03-08T23:00:00Z"}]}',
    '{"tasks":[{"planned_start":"2026-02-30T23:00:00Z"},{"planned_start":"2026-02-20T25:00:00Z"}]}',
    '"',
    'Z"00"',
    '',
  ]) {
    const sent = Buffer.from(text)
    t.equal(Buffer.from(withLocalDates(sent).body).toString(), text)
  }
  const sent = Buffer.from('{"planned_start":"2026-03-08T23:00:00Z"}')
  withLocalDates(sent)
  t.equal(sent.toString(), '{"planned_start":"2026-03-08T23:00:00Z"}', 'the body of the caller is not changed')
})

t.test('a date is found wherever it stands, also as the last value and beside other dates', async t => {
  for (let blanks = 0; blanks < 40; blanks++)
    for (const [sent, read] of [
      ['2026-03-08T23:00Z', '2026-03-08T23:00'],
      ['2026-03-08T23:00:00.000+02:00', '2026-03-08T21:00'],
    ] as const) {
      const before = `"id":"2026-03-08"${' '.repeat(blanks)},"time_zone":"UTC"`
      const { body } = withLocalDates(Buffer.from(`{${before},"start":"${sent}"}`))
      t.match(Buffer.from(body).toString(), `"start":"${read}`, `${blanks} blanks`)
    }
})

t.test('a zone that does not exist is named', async t => {
  t.equal(convert(['2026-03-08T23:00:00Z'], 'Europe/Nowhere').unknownZone, 'Europe/Nowhere')
})
