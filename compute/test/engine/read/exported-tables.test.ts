/** What comes out of other tools is understood: empty cells, and the words of P6 and Microsoft Project. */
import assert from 'node:assert'
import t from 'tap'
import { CpmRequest } from '../../../../shared/contract/analysis/cpm/request.ts'
import { HealthScoreRequest } from '../../../../shared/contract/analysis/score/request.ts'
import { ValidateRequest } from '../../../../shared/contract/analysis/validate/request.ts'
import { detailOf } from '../../../../shared/contract/errors.ts'
import {
  type Aliases,
  CONSTRAINT_ALIASES,
  RELATION_ALIASES,
  TASK_TYPE_ALIASES,
} from '../../../../shared/contract/schedule/aliases.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import {
  CONSTRAINT_TYPES,
  RELATION_TYPES,
  TASK_FIELDS,
  TASK_TYPES,
} from '../../../../shared/contract/schedule/fields.ts'
import { inputSha256 } from '../../../../shared/contract/schedule/frame.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import type { Row } from './oracle.ts'

const ROWS: Readonly<Record<string, Row>> = {
  strict: { request: CpmRequest, input: 'strict' },
  tolerant: { request: HealthScoreRequest, input: 'tolerant' },
  open: { request: ValidateRequest, input: 'open' },
}

function read(tasks: unknown, row = ROWS.strict!): AnalysisInput {
  const answer = readRequest(row, Buffer.from(JSON.stringify({ tasks })), 'application/json', NO_LIMITS)
  if ('code' in answer) assert.fail(`${detailOf(answer)} ${JSON.stringify(answer.faults)}`)
  return answer
}
const columnsOf = (tasks: unknown, row?: Row): ScheduleColumns => read(tasks, row).schedules.get('tasks')!

const isTyped = (name: string): boolean =>
  !['text', 'code', 'resource'].includes(TASK_FIELDS.find(field => field.name === name)!.kind)

t.test('an empty cell is no value in every field but the id, whatever the row', t => {
  const given = { id: 'B', predecessors: ['A'] }
  const fields = TASK_FIELDS.map(({ name }) => name).filter(name => name !== 'id')
  for (const [name, row] of Object.entries(ROWS)) {
    const without = read([{ id: 'A' }, given], row)
    for (const blank of ['', ' ', '\t ', '\u00a0']) {
      // of text only the empty string is none: blanks are a name, a code or a resource like any other
      const blanked = fields.filter(field => blank === '' || isTyped(field))
      const blanks = Object.fromEntries(blanked.map(field => [field, blank]))
      const input = read([{ id: 'A' }, { ...blanks, ...given }], row)
      t.equal(inputSha256(input), inputSha256(without), `${name}, ${JSON.stringify(blank)}`)
    }
  }
  t.end()
})

t.test('an empty predecessor is none, alone, in a list, and in the type and lag of a link', t => {
  const { links, faults } = columnsOf([
    { id: 'A' },
    { id: 'B', predecessors: '' },
    { id: 'C', predecessors: ['', 'A', '  '] },
    { id: 'D', predecessors: [{ task_id: 'A', type: '', lag_days: '' }] },
  ])
  t.same([...links.start], [0, 0, 0, 1, 2])
  t.same([...links.type, ...links.lagDays, ...faults], [0, 0, 0, 0])
  t.end()
})

/** Every spelling with its own word: as listed, in other letters, with other separators. */
const spellings = (aliases: Aliases, words: readonly string[]): [spelling: string, word: string][] =>
  words
    .flatMap(word => [word, ...(aliases[word] ?? [])].map(spelling => [spelling, word] as [string, string]))
    .flatMap(([spelling, word]) => [
      [spelling, word],
      [spelling.toUpperCase().replaceAll(' ', '_'), word],
      [spelling.toLowerCase().replaceAll(/[ _]/g, '-'), word],
    ])

t.test('constraints, kinds of task and links are understood as P6 and Microsoft Project write them', t => {
  const constraints = spellings(CONSTRAINT_ALIASES, CONSTRAINT_TYPES)
  const types = spellings(TASK_TYPE_ALIASES, TASK_TYPES)
  const relations = spellings(RELATION_ALIASES, RELATION_TYPES)
  for (const [name, row] of Object.entries(ROWS)) {
    const of = (field: string, values: readonly [string, string][]): void => {
      const at = (which: 0 | 1) =>
        columnsOf(
          values.map((each, i) => ({ id: `${i}`, [field]: each[which] })),
          row,
        )
      const [spelt, plain] = [at(0), at(1)]
      t.same([spelt.constraintType, spelt.taskType, spelt.faults], [plain.constraintType, plain.taskType, []], name)
    }
    of('constraint_type', constraints)
    of('task_type', types)
    const link = (which: 0 | 1): ScheduleColumns =>
      columnsOf(
        [{ id: 'A' }, ...relations.map((each, i) => ({ id: `${i}`, predecessors: [{ id: 'A', type: each[which] }] }))],
        row,
      )
    t.same([link(0).links, link(0).faults], [link(1).links, []], name)
  }
  t.ok(constraints.length > 60 && types.length > 40 && relations.length > 30, 'many spellings')
  t.end()
})

t.test('a word that nobody writes is still refused, a long one without being looked at', t => {
  const refused = (value: string): string => {
    const body = Buffer.from(JSON.stringify({ tasks: [{ id: 'A', constraint_type: value }] }))
    const answer = readRequest(ROWS.strict!, body, 'application/json', NO_LIMITS)
    return 'code' in answer ? answer.faults![0]!.msg : 'read'
  }
  for (const value of ['CS_XYZ', 'S.N.E.T', 'SNET!', 'snët', '-', `SNET${' '.repeat(1000)}`]) {
    t.match(refused(value), /^constraint_type must be one of ASAP, ALAP, SNET, /, value.slice(0, 10))
  }
  t.end()
})
