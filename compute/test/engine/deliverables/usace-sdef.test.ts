import t from 'tap'
import type { Plain } from '../../helpers/analyse.ts'
import { answerOf } from '../health/checks-answer.ts'
import { CULVERT } from './culvert.ts'
import { delivered } from './delivered.ts'

const CONSTANTS = {
  project_id: 'CULV',
  project_name: 'Culvert at Mile 4',
  contractor: 'Own Works Inc',
  contract_number: 'W12345',
  project_start: '2026-03-02',
}

t.test('every record stands in its columns', async t => {
  const { file, missing, changes, records } = delivered('usace-sdef', { ...CULVERT, constants: CONSTANTS })
  t.equal(file.name, 'CULV.sdef')
  const lines: string[] = file.content.split('\r\n')
  t.equal(lines.pop(), '')
  t.ok(lines.every(line => line.length === 132))
  t.same(
    lines.map(line => line.trimEnd()),
    [
      'VOLM  1',
      'PROJ 06MAR26 CULV Culvert at Mile 4                                Own Works Inc                        P W12345 02MAR26 31MAR26',
      'CLDR 1 NYYYYYN Five days',
      'HOLI 1 17MAR26',
      'ACTV C10        Excavate for the culvert         8            1       PRIM EAST        0001        Excavation',
      'ACTV C20        Bedding                          3            1',
      'ACTV C30        Lay the pipes, all of them, fr   6 25MAR26 LF 1',
      'ACTV C90        Culvert done                     0            1',
      'PRED C20        C10        S    3',
      'PRED C30        C20        C    0',
      'PRED C30        C10        F    1',
      'PRED C90        C30        C    0',
      'PROG C10        02MAR26           4      8000.00         0.00         0.00 02MAR26 11MAR26 12MAR26 19MAR26 +   4',
      'PROG C20                          3         0.00         0.00         0.00 06MAR26 10MAR26 12MAR26 16MAR26 +   4',
      'PROG C30                          6         0.00         0.00         0.00 10MAR26 19MAR26 18MAR26 25MAR26 +   4',
      'PROG C90                          0         0.00         0.00         0.00 19MAR26 19MAR26 31MAR26 31MAR26 +   8',
      'END',
    ],
  )
  t.same(
    records,
    [
      ['VOLM', 1],
      ['PROJ', 1],
      ['CLDR', 1],
      ['HOLI', 1],
      ['ACTV', 4],
      ['PRED', 4],
      ['PROG', 4],
    ].map(([table, rows]) => ({ table, rows })),
  )
  t.same(
    missing.map(({ table, field, rows, effect }: Plain) => [table, field, rows, effect]),
    [
      ['ACTV', 'responsibility', 3, 'flagged'],
      ['ACTV', 'work_area', 3, 'flagged'],
      ['ACTV', 'bid_item', 3, 'flagged'],
      ['ACTV', 'feature', 3, 'flagged'],
      ['PROG', 'cost', 3, 'flagged'],
      ['ACTV', 'modification', 4, 'accepted'],
      ['ACTV', 'phase', 4, 'accepted'],
      ['ACTV', 'category', 4, 'accepted'],
    ],
  )
  const { checks } = (answerOf({ ...CULVERT, options: { catalogue: 'ufgs' } }) as Plain).data
  t.same(
    ['responsibility', 'work_area', 'phase'].map(
      field => checks.find(({ code }: Plain) => code === `UFGS-10-3.3.7/${field}`).numerator,
    ),
    [3, 3, null],
    'the checks read the same codes',
  )
  t.same(
    changes.map(({ table, field, rows }: Plain) => [table, field, rows]),
    [
      ['ACTV', 'description', 1],
      ['ACTV', 'duration', 1],
      ['PROG', 'remaining_duration', 1],
      ['PROG', 'total_float', 4],
    ],
  )
})

t.test('without a notice to proceed the planned start of the project is written, and listed as such', async t => {
  const { project_start: _, ...constants } = CONSTANTS
  const { file, missing } = delivered('usace-sdef', { ...CULVERT, constants, project_start: '2026-02-02' })
  t.match(file.content, /^PROJ .* 02FEB26 31MAR26/m)
  t.match(
    missing.find(({ field }: Plain) => field === 'project_start'),
    {
      effect: 'flagged',
      reason: /planned start of the project in the file, 2026-02-02, .*earliest start is 2026-03-02/,
    },
  )
})

t.test('what the receiver rejects is not written, and says so before', async t => {
  const bare = delivered('usace-sdef', { ...CULVERT, status_date: null })
  t.equal(bare.file, null)
  t.same(bare.records, [])
  t.same(
    bare.missing.filter(({ effect }: Plain) => effect === 'rejected').map(({ field }: Plain) => field),
    ['data_date', 'project_id', 'contract_number'],
  )
  const forced = delivered('usace-sdef', { ...CULVERT, status_date: null, options: { allow_incomplete: true } })
  t.equal(forced.file.name, 'schedule.sdef')
  const [first, ...others] = CULVERT.tasks
  const long = {
    ...CULVERT,
    constants: CONSTANTS,
    tasks: [
      { ...first, id: 'C10-ELEVEN' },
      ...others.slice(0, 1).map(task => ({
        ...task,
        id: 'C20-ELEVENS',
        predecessors: [{ task_id: 'C10-ELEVEN', type: 'SF', lag_days: 0 }],
      })),
    ],
  }
  t.same(
    delivered('usace-sdef', { ...long, options: { allow_incomplete: true } })
      .missing.slice(0, 2)
      .map(({ field, rows, effect, task_ids }: Plain) => [field, rows, effect, task_ids]),
    [
      ['activity_id', 1, 'cannot_be_written', ['C20-ELEVENS']],
      ['type', 1, 'cannot_be_written', ['C20-ELEVENS']],
    ],
  )
})

t.test('long ids become short ones that stay the same from update to update, and both are told', t => {
  const names = ['CON-MB-L1-1040', 'CON-MB-L2-1040', 'A10', 'Prüfung eins', 'SITE PREP 001']
  const tasks = names.map((id, i) => ({ ...CULVERT.tasks[0], id, predecessors: names.slice(0, i) }))
  const of = (own: object[]): Plain =>
    delivered('usace-sdef', { ...CULVERT, constants: CONSTANTS, tasks: own, options: { shorten_ids: true } })
  const { file, shortened, missing, changes } = of(tasks)
  t.notOk(missing.some(({ field }: Plain) => field === 'activity_id'))
  t.match(changes[0], { field: 'activity_id', rows: 4 })
  const short = new Map<string, string>(shortened.map((each: Plain) => [each.sent, each.written]))
  t.same([...short.keys()].sort(), names.filter(id => id !== 'A10').sort())
  t.equal(new Set(short.values()).size, 4)
  for (const [id, written] of short) {
    t.match(written, /^[0-9A-HJKMNP-TV-Z]{5}[!-~]{5}$/)
    t.ok(file.content.includes(`ACTV ${written} `), id)
  }
  t.match(short.get('CON-MB-L1-1040'), /-1040$/)
  t.ok(file.content.includes(`PRED A10        ${short.get('CON-MB-L2-1040')} C`), 'links name them, too')
  const alone = of([tasks[1]!].map(task => ({ ...task, predecessors: [] }))).shortened
  t.same(alone, [{ sent: 'CON-MB-L2-1040', written: short.get('CON-MB-L2-1040') }], 'whatever stands beside it')
  const taken = [
    { ...tasks[0]!, predecessors: [] },
    { ...tasks[1]!, id: short.get('CON-MB-L1-1040'), predecessors: [] },
  ]
  t.not(of(taken).shortened[0].written, short.get('CON-MB-L1-1040'), 'an id that is there stays')
  t.end()
})

t.test('a mapping that cannot be read names its place and value', async t => {
  const faultsOf = (mapping: object, constants = {}): [string, string][] =>
    delivered('usace-sdef', { ...CULVERT, mapping, constants: { ...CONSTANTS, ...constants } }).refusal.faults.map(
      ({ loc, msg }: Plain) => [loc.slice(1).join('.'), msg],
    )
  const said = (constants: object): Plain =>
    delivered('usace-sdef', { ...CULVERT, constants: { ...CONSTANTS, ...constants } })
  t.match(said({ contractor: 'Own\nWorks' }).refusal.faults, [{ loc: ['body', 'constants', 'contractor'] }])
  t.match(said({ project_id: ' ' }).missing[0], { field: 'project_id', effect: 'rejected' })
  t.ok(
    said({ project_finish: '2026-01-01' }).missing.some(({ reason }: Plain) =>
      /lies before project_start/.test(reason),
    ),
  )
  t.match(faultsOf({ phase: 'code:PHAZ' }), [
    ['mapping.phase', /No task has the code "PHAZ".*"AREA", "BIDI", "FOW", "RESP"/],
  ])
  t.match(faultsOf({ phase: { from: 'code:FOW' } }), [
    ['mapping.phase.from', /"code:FOW" gives "Excavation" for task "C10", 10 characters; phase has room for 2/],
  ])
  t.match(faultsOf({ cost: 'code:RESP' }), [['mapping.cost', /gives "PRIM".*must be a number/]])
  t.match(faultsOf({ phase: 'FOW' }), [['mapping.phase', /must be "code:NAME".*not "FOW"/]])
  t.match(faultsOf({ phas: 'code:FOW' }), [['mapping.phas', /"phas", here "code:FOW", is not known. Is phase meant\?/]])
  t.match(faultsOf({}, { project_id: 'TOO LONG' }), [['constants.project_id', /4/]])
  const mapped = delivered('usace-sdef', {
    ...CULVERT,
    constants: CONSTANTS,
    mapping: {
      phase: { from: 'code:FOW', values: { Excavation: '01' }, otherwise: '99' },
      activity_id: { from: 'field:id', values: { C10: 'X1' } },
    },
  }).file.content
  t.match(mapped, /ACTV X1 {9}Excavate.*0001 {3}01 {3}Excavation/)
  t.match(mapped, /ACTV C20 .* 99 /)
  t.match(mapped, /PRED C20 {8}X1 {9}S/)
})
