/** options.table: columns say what rows say, in both formats and in every form that is made of them. */
import { Unpackr } from 'msgpackr'
import t from 'tap'
import type { AnalysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { RESULT_FORMS, type ResultForm } from '../../../../shared/contract/endpoint/result-forms.ts'
import { byColumnKey } from '../../../../shared/contract/endpoint/table-form.ts'
import { textColumn } from '../../../../shared/test/text-column.ts'
import { tableNames, writeForm } from '../../../engine/forms/result-form.ts'
import { type AnalysisResult, Table } from '../../../engine/result/result.ts'
import { spliceTail, writeEnvelope } from '../../../engine/write/envelope.ts'
import { answer, type Body, bodyOf, built, faultOf, type Plain, project } from '../../helpers/every-analysis.ts'

const withTables = built.filter(({ taskTables }) => taskTables !== undefined)
const sample = project(11, 150)

const answerIn = (table: string, row: AnalysisRow, body: Body): Buffer =>
  answer(row, Buffer.from(JSON.stringify({ ...body, options: { ...body.options, table } })))

/** Rows as columns, by the simplest means. */
function transposed(rows: readonly Plain[]): Plain {
  const columns = Object.keys(rows[0] ?? {}).map(name => [name, rows.map(row => row[name])] as const)
  return Object.fromEntries(columns.filter(([, values]) => values.some(value => value !== null)))
}

t.test('the analyses that give a row per task give it by column as well, without columns of nulls', async t => {
  t.same(
    withTables.map(({ id }) => id),
    ['analysis.cpm', 'forensics.baseline-compare', 'forensics.as-planned-vs-as-built', 'analysis.what-if'],
  )
  for (const row of withTables) {
    const bare = (task: Plain): Plain => ({
      id: task.id,
      duration_days: task.duration_days,
      predecessors: task.predecessors,
    })
    const bodies = [
      bodyOf(row, sample),
      ...(row.id === 'analysis.cpm' ? [{ tasks: sample.current.tasks.map(bare), options: {} }] : []),
    ]
    for (const body of bodies) {
      const rows: Plain = JSON.parse(answerIn('rows', row, body).toString())
      const columns: Plain = JSON.parse(answerIn('columns', row, body).toString())
      t.equal(faultOf(row, columns), undefined, row.id)
      const data = { ...rows.data }
      for (const name of row.taskTables!) {
        if (data[name] === undefined) continue
        data[byColumnKey(name)] = transposed(data[name])
        data[name] = []
      }
      t.same(columns.data, data)
      t.same({ ...columns, data: 0 }, { ...rows, data: 0 })
    }
  }
  const [cpm] = withTables
  const undated = answerIn('columns', cpm!, { tasks: [{ id: 'A', duration_days: 2 }] }).toString()
  t.notMatch(undated, /early_start_date/, 'no date was sent')
  t.match(undated, '"tasks":[],"tasks_by_column":{"id":["A"],"early_start":[0]')
})

t.test('a report, a chart, a workbook and CSV are the same bytes whichever form the table had', async t => {
  const written = (form: ResultForm, row: AnalysisRow, json: Buffer, size: number, table?: string): Buffer => {
    const pieces = function* () {
      for (let at = 0; at < json.length; at += size) yield json.subarray(at, at + size)
    }
    const made = writeForm(pieces(), { form, id: row.id, table })
    if (!('chunks' in made)) throw new Error(JSON.stringify(made))
    return Buffer.concat(made.chunks)
  }
  for (const row of withTables) {
    const [rows, columns] = ['rows', 'columns'].map(form => answerIn(form, row, bodyOf(row, sample)))
    for (const form of RESULT_FORMS.filter(name => name !== 'svg' || row.id === 'analysis.cpm')) {
      const wanted = written(form, row, rows!, 1 << 20)
      for (const size of [997, 1 << 20]) t.ok(written(form, row, columns!, size).equals(wanted), `${row.id} ${form}`)
    }
    for (const table of tableNames(row.id))
      t.ok(written('csv', row, columns!, 4_096, table).equals(written('csv', row, rows!, 4_096, table)), table)
  }
})

t.test('columns without rows, selections of rows, and cells of every kind', async t => {
  const names = textColumn(['', 'é"\n', 'x'])
  const table = (rows: Uint32Array) =>
    new Table(
      3,
      {
        text: { kind: 'text', values: names },
        plain: { kind: 'text', values: names, emptyAsText: true },
        number: { kind: 'number', values: Float64Array.of(Number.NaN, 1.25, Number.NaN) },
        day: { kind: 'day', values: Int32Array.of(0, -(2 ** 31), 1) },
        moment: { kind: 'moment', values: Float64Array.of(Number.NaN, 61, Number.NaN) },
        boolean: { kind: 'boolean', values: Uint8Array.of(2, 1, 0) },
        label: { kind: 'label', values: Uint8Array.of(0, 1, 0), labels: [null, 'FS'] },
        coded: { kind: 'coded', values: { codes: Uint32Array.of(0, 3, 0), values: names } },
        reference: { kind: 'reference', values: Int32Array.of(0, -1, 2), into: names, nullWhenEmpty: true },
        references: {
          kind: 'references',
          start: Uint32Array.of(0, 0, 2, 2),
          values: Int32Array.of(-1, 2),
          into: names,
        },
      },
      rows,
      true,
    )
  const dataOf = (rows: readonly number[]) => {
    const result: AnalysisResult = {
      findings: [],
      recommendations: [],
      data: { a: 1, t: table(Uint32Array.from(rows)), b: 2 },
    }
    const facts = { taskCount: 0, inputSha256: '', ignoredFields: [] }
    const reply = { endpoint: '', requestId: '', processingTimeMs: 0 }
    const bytes = (format: 'application/json' | 'application/msgpack'): Buffer =>
      Buffer.concat([...writeEnvelope(result, facts, format).chunks, spliceTail(format, reply)])
    const { data } = JSON.parse(bytes('application/json').toString())
    t.same(new Unpackr({ useRecords: false }).unpack(bytes('application/msgpack')).data, data)
    return data
  }
  t.same(dataOf([]), { a: 1, t: [], t_by_column: {}, b: 2 })
  t.same(dataOf([0]).t_by_column, { plain: [''], day: ['1970-01-01'], references: [[]] })
  t.same(dataOf([2, 1]).t_by_column, {
    text: ['x', 'é"\n'],
    plain: ['x', 'é"\n'],
    number: [null, 1.25],
    day: ['1970-01-02', null],
    moment: [null, '1970-01-01T01:01'],
    boolean: [false, true],
    label: [null, 'FS'],
    coded: [null, 'x'],
    reference: ['x', null],
    references: [[], [null, 'x']],
  })
})
