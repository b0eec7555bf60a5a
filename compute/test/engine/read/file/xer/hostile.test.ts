/** Files made to harm, and files that chance has changed: a schedule or a refusal, in time that grows with the bytes, never a crash. */
import t, { type Test } from 'tap'
import { isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { TASKS_MAX } from '../../../../../engine/read/file/p6/p6-tasks.ts'
import { readXer } from '../../../../../engine/read/file/xer/read-xer.ts'
import { between, pick, type Random, random } from '../../../../helpers/random.ts'
import { xerText } from '../../../../helpers/xer-text.ts'
import { changed, footbridge } from './footbridge.ts'
import { settled } from './reading.ts'

const WORDS = [
  '\t',
  '\n',
  '\r\n',
  '%R',
  '%T\tTASK\n',
  '%F\t',
  '%E',
  '(',
  ')',
  '||',
  '|',
  '"',
  '""',
  '\u007f',
  '-1',
  '1e400',
  '0',
  '99999999999',
  '2500-12-31 24:00',
  '1899-01-01 00:00',
  'NaN',
  '\u0000',
  'é',
  '\u{1f309}',
]

/** Processor time of reading it: other processes of the machine do not count. */
function secondsOf(body: Uint8Array): number {
  const before = process.cpuUsage()
  readXer(body)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** So much at most for ten times the bytes, with room for a collection that falls into one of them. */
const LINEAR = 25

function isLinear(t: Test, bodyOf: (size: number) => Buffer, size: number): void {
  secondsOf(bodyOf(size))
  const small = Math.max(0.02, secondsOf(bodyOf(size)))
  const large = secondsOf(bodyOf(10 * size))
  t.ok(large < LINEAR * small, `${small.toFixed(3)} s, of ten times as much ${large.toFixed(3)} s`)
}

const around = (text: string): Buffer => Buffer.from(xerText(footbridge(), { end: '' }) + text)

/** So many tasks; the lengths of what all of them have. */
function givenToAll(
  taskCount: number,
  lengths: { value?: number; name?: number; wbs?: number; resource?: number },
): Buffer {
  const { value = 1, name = 1, wbs = 1, resource = 1 } = lengths
  const text = (length: number): string => 'x'.repeat(length)
  const each = (row: (id: number) => readonly (string | number)[]): string =>
    Array.from({ length: taskCount }, (_, n) => `%R\t${row(1000 + n).join('\t')}\n`).join('')
  return around(
    [
      `%T\tPROJWBS\n%F\twbs_id\tproj_id\tparent_wbs_id\twbs_short_name\twbs_name\n%R\t99\t7\t71\tw\t${text(wbs)}\n`,
      `%T\tTASK\n%F\ttask_id\tproj_id\twbs_id\tclndr_id\ttask_code\n${each(id => [id, 7, 99, 1, `T${id}`])}`,
      `%T\tACTVTYPE\n%F\tactv_code_type_id\tactv_code_type\n%R\t1\tResponsibility\n%R\t2\t${text(name)}\n`,
      `%T\tACTVCODE\n%F\tactv_code_id\tactv_code_type_id\tshort_name\n%R\t1\t1\t${text(value)}\n%R\t2\t2\tv\n`,
      `%T\tTASKACTV\n%F\ttask_id\tactv_code_id\n${each(id => [id, 1])}${each(id => [id, 2])}`,
      `%T\tRSRC\n%F\trsrc_id\trsrc_name\trsrc_short_name\trsrc_type\n%R\t1\t${text(resource)}\tR\tRT_Labor\n`,
      `%T\tTASKRSRC\n%F\ttaskrsrc_id\ttask_id\tproj_id\trsrc_id\n${each(id => [id, id, 7, 1])}`,
    ].join(''),
  )
}

t.test('time grows with the bytes', t => {
  const shapes: Record<string, [(size: number) => Buffer, number]> = {
    'empty tables': [n => around('%T\tX\n'.repeat(n)), 100_000],
    'rows of a table that nobody reads': [n => around(`%T\tX\n%F\ta\n${'%R\t1\n'.repeat(n)}`), 100_000],
    'tables of one name': [n => around('%T\tTASK\n%F\ttask_id\n%R\t1\n'.repeat(n)), 5_000],
    'a long line': [n => around(`%T\tTASK\n%F\ttask_id\ttask_code\n%R\t1\t${'x'.repeat(n)}`), 2_000_000],
    'a line of tabs': [n => around(`%T\tTASK\n%F\ttask_id\n%R${'\t'.repeat(n)}`), 1_000_000],
    'columns without end': [n => around(`%T\tTASK\n%F${'\tc'.repeat(n)}\n%R\t1`), 500_000],
    'deep parentheses': [n => Buffer.from(xerText(changed('CALENDAR', { clndr_data: '(0||a()('.repeat(n) }))), 100_000],
    'many parts of a calendar': [
      n =>
        Buffer.from(
          xerText(
            changed('CALENDAR', {
              clndr_data: `(0||CalendarData()((0||DaysOfWeek()((0||2()(${'(0||0(s|08:00|f|12:00)())'.repeat(n)})))))`,
            }),
          ),
        ),
      20_000,
    ],
    'a chain of WBS rows': [
      n =>
        around(
          `%T\tPROJWBS\n%F\twbs_id\tparent_wbs_id\twbs_short_name\n${Array.from({ length: n }, (_, i) => `%R\t${1000 + i}\t${1001 + i}\tname\n`).join('')}`,
        ),
      5_000,
    ],
    'a chain of calendars': [
      n =>
        around(
          `%T\tCALENDAR\n%F\tclndr_id\tbase_clndr_id\tday_hr_cnt\n${Array.from({ length: n }, (_, i) => `%R\t${1000 + i}\t${1001 + i}\t8\n`).join('')}`,
        ),
      5_000,
    ],
    'links between two tasks': [
      n => around(`%T\tTASKPRED\n%F\ttask_id\tpred_task_id\n${'%R\t12\t11\n'.repeat(n)}`),
      50_000,
    ],
    'a long value of a code that all tasks have': [n => givenToAll(n, { value: 20 * n }), 700],
    'a code with a long name that all tasks have': [n => givenToAll(n, { name: 20 * n }), 700],
    'a long name of a part of the work that all tasks stand in': [n => givenToAll(n, { wbs: 20 * n }), 700],
    'a long name of a resource that works on all tasks': [n => givenToAll(n, { resource: 20 * n }), 700],
    'ends that are none': [n => around('%Ex\n'.repeat(n)), 100_000],
    'lines without a mark': [n => around(`%T\tTASK\n%F\ttask_id\n%R\t1\n${'x\n'.repeat(n)}`), 200_000],
  }
  for (const [name, [bodyOf, size]] of Object.entries(shapes))
    t.test(name, t => {
      isLinear(t, bodyOf, size)
      t.end()
    })
  t.end()
})

/** Only with MUTATIONS: the file alone takes seconds to make. */
const skip = process.env.MUTATIONS === undefined ? 'asked for by MUTATIONS' : false

t.test('more tasks than any tier takes are not kept in memory', { skip }, t => {
  const rows = Array.from({ length: TASKS_MAX + 1 }, (_, i) => `%R\t${i + 50}`).join('\n')
  const answer = readXer(around(`%T\tTASK\n%F\ttask_id\n${rows}`))
  t.match(isRefusal(answer) && answer.faults, [{ loc: ['body', 'TASK'], msg: /at most 1000000 activities/ }])
  t.end()
})

t.test('a file that chance has changed is read or refused, and what is read fits the rest of the service', t => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e9)
  t.comment(`SEED=${seed}`)
  const next = random(seed)
  const count = Number(process.env.MUTATIONS ?? 1_000)
  const bodies = [Buffer.from(xerText(footbridge())), Buffer.from(xerText(footbridge(), { lineEnd: '\n' }))]
  let readCount = 0
  let slowest = 0
  for (let n = 0; n < count; n++) {
    const body = mutated(next, pick(next, bodies))
    const begun = process.cpuUsage()
    const options = {
      ...(next() < 0.1 ? { project: '7' } : {}),
      ...(next() < 0.1 ? { encoding: pick(next, ['gbk', 'cp1250', 'utf-16be', 'no']) } : {}),
    }
    try {
      const answer = readXer(body, options)
      if (isRefusal(answer)) {
        if (answer.faults?.length !== 1) t.fail(`a refusal without a fault, SEED=${seed}, mutation ${n}`)
      } else {
        readCount++
        const { setting, faults } = settled(answer)
        if (setting === undefined || faults.length > 0) t.fail(`${faults[0]}, SEED=${seed}, mutation ${n}`)
      }
    } catch (error) {
      t.fail(`${String(error)}, SEED=${seed}, mutation ${n}: ${body.toString('latin1').slice(0, 200)}`)
      break
    }
    const { user, system } = process.cpuUsage(begun)
    slowest = Math.max(slowest, (user + system) / 1000)
  }
  t.ok(readCount > count / 3, `${readCount} of ${count} were read`)
  t.ok(slowest < 2_000, `the slowest took ${slowest.toFixed(0)} ms of processor time`)
  t.end()
})

/** One to eight changes: bytes set, cut, doubled, moved, or a word put between. */
function mutated(next: Random, from: Buffer): Buffer {
  let body = Buffer.from(from)
  for (let changes = between(next, 1, 8); changes > 0; changes--) {
    const at = between(next, 0, Math.max(0, body.length - 1))
    const to = Math.min(body.length, at + between(next, 1, 60))
    const kind = next()
    if (kind < 0.3) body[at] = between(next, 0, 255)
    else if (kind < 0.5) body = Buffer.concat([body.subarray(0, at), body.subarray(to)])
    else if (kind < 0.65) body = Buffer.concat([body.subarray(0, to), body.subarray(at)])
    else if (kind < 0.95)
      body = Buffer.concat([body.subarray(0, at), Buffer.from(pick(next, WORDS)), body.subarray(at)])
    else body = body.subarray(0, at)
    if (body.length === 0) return body
  }
  return body
}
