/** The command that says how far our dates are those of a file's own tool, on small files of our own and, where they are, on published ones. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { challenge, challengeTable, compare, requestOf } from '../../agreement/engines.ts'
import { agreementOfFile, inputOfFile } from '../../agreement/file-agreement.ts'
import { peerFigures } from '../../agreement/peer-figures.ts'
import { projectFilesIn } from '../../agreement/project-files.ts'
import { agreementTable, classTable, unexplainedCount } from '../../agreement/table.ts'
import { cpmAnalyser } from '../../engine/analysis/cpm/analyser.ts'
import { writeData } from '../../engine/write/envelope.ts'

const FOLDER = new URL('../../../../shared/data/project_files/', import.meta.url).pathname
const EMPTY = { file: 'empty.xer', taskCount: 1, agreement: null }

const EXPLAINED = {
  class: 'held_in_file',
  value_count: 3,
  task_count: 2,
  ids: ['A', 'B'],
  reason: 'Held.',
}

t.test('figures of another program stand in brackets, in a sum only where it has all files', async t => {
  const folder = t.testdir({
    'agreement.csv': 'file,open,tf_ok,es_ok,ef_ok,ls_ok,lf_ok\na.mpp,2,2,1,0,0,0\nempty.mpp,,,,,,\n',
  })
  const peers = peerFigures(folder)
  t.same([...peers.keys()], ['a.mpp'])
  const agreement = {
    open_task_count: 2,
    fields: [{ field: 'early_start', compared_count: 2, equal_count: 2 }],
    stored_finish: null,
    computed_finish: null,
    differences_begin_count: 0,
    classes: [],
  }
  const one = { file: 'in/a.mpp', format: 'mpp', taskCount: 2, agreement } as const
  const alone = agreementTable([one], false, peers)
  t.match(alone, '| in/a.mpp | 2 | - | 2 of 2 (1) | - | - | - | - |')
  t.match(alone, '| 1 files of mpp | 2 | - | 2 of 2 (1) |')
  t.match(alone, '1 of 1 files agree in every value. In brackets')
  const two = agreementTable([one, { ...one, file: 'b.mpp' }], false, peers)
  t.match(two, '| 2 files of mpp | 4 | - | 4 of 4 | - |')
  t.same([...peerFigures(`${folder}/none`)], [])
})

t.test('classes by file; what no class explains is counted', async t => {
  const agreement = (classes: readonly (typeof EXPLAINED)[]) => ({
    open_task_count: 4,
    fields: [],
    stored_finish: null,
    computed_finish: null,
    differences_begin_count: 0,
    classes,
  })
  const files = [
    { file: 'a.xer', agreement: agreement([]) },
    { file: 'b.xer', agreement: agreement([EXPLAINED, { ...EXPLAINED, class: 'unexplained', value_count: 2 }]) },
    EMPTY,
  ]
  t.match(classTable(files), '| b.xer | held_in_file | 3 | 2 | A, B | Held. |')
  t.notMatch(classTable(files), 'a.xer')
  t.equal(classTable(files.slice(0, 1)), '')
  t.equal(unexplainedCount(files), 2)
})

t.test('a row per file, a row per format, one of all; what was not read says why', async t => {
  const shown = (equal: number) => ({
    open_task_count: 4,
    fields: [{ field: 'early_start', compared_count: 4, equal_count: equal }],
    stored_finish: '2026-03-06T17:00',
    computed_finish: equal === 4 ? '2026-03-06T17:00' : '2026-03-09T17:00',
    differences_begin_count: 4 - equal,
    classes: equal === 4 ? [] : [EXPLAINED],
  })
  const table = agreementTable(
    [
      { file: 'a.xer', format: 'xer', taskCount: 4, agreement: shown(4) },
      { file: 'b.xer', format: 'xer', taskCount: 4, agreement: shown(1) },
      { file: 'c.xml', refused: 'no tasks' },
      EMPTY,
    ],
    false,
  )
  t.match(table, '| a.xer | 4 | - | 4 of 4 | - | - | - | equal |')
  t.match(table, '| b.xer | 4 | - | 1 of 4 | - | - | - | 2026-03-06T17:00 stored, 2026-03-09T17:00 computed |')
  t.match(table, '| c.xml |  | no tasks |')
  t.match(table, '| 2 files of xer | 8 | - | 5 of 8 | - | - | - | 1 of 2 equal |')
  t.notMatch(table, 'empty.xer')
  t.match(agreementTable([EMPTY], true), 'empty.xer')
})

t.test('what is no project file is refused with a sentence', async t => {
  t.match(agreementOfFile('x.xer', Buffer.from('%PDF-1.7 none')), { refused: String })
})

const P6_FOLDERS = ['xer', 'pmxml']

t.test(
  'every stored date and float of open activities in the published P6 files is computed',
  { skip: existsSync(FOLDER) ? false : 'the folder with published project files is not beside the repository' },
  async t => {
    for (const folder of P6_FOLDERS) {
      for (const path of projectFilesIn(`${FOLDER}${folder}`)) {
        const { agreement, refused } = agreementOfFile(path, readFileSync(path))
        if (refused !== undefined || !agreement) continue
        for (const { field, compared_count, equal_count } of agreement.fields)
          t.equal(equal_count, compared_count, `${path.split('/').at(-1)}: ${field}`)
      }
      t.ok(readdirSync(`${FOLDER}${folder}`).length > 0)
    }
  },
)

t.test(
  'the challenge: engines get a schedule without computed values, and are counted by the rule of ours',
  async t => {
    const bytes = readFileSync(new URL('../../../gateway/sandbox/update.xer', import.meta.url))
    const input = inputOfFile('update.xer', bytes)
    if ('code' in input) return t.fail(input.code)
    const [request, own] = [requestOf(input), compare(input)!]
    t.notMatch(request, /"(early|late)_(start|finish)"|_float_days"/)
    t.ok(JSON.parse(request).tasks.length === input.taskCount)
    const agreed = own.reduce((sum, each) => sum + each.agreed, 0)
    t.ok(agreed > 0 && own.every(each => each.agreed === each.compared), 'ours computes what the sample stores')
    // what ours answers as an engine does is counted as ours is, and what is missing is not
    const computed = cpmAnalyser(input, { today: 0 })
    if ('code' in computed) return t.fail(computed.code)
    const { tasks } = JSON.parse(Buffer.concat(writeData(computed, 'application/json')).toString()) as {
      tasks: (Record<string, string> & { id: string; total_float_days: number })[]
    }
    const answer = tasks.map(task => ({
      ...{ id: task.id, total_float_days: task.total_float_days },
      ...{
        early_start: task.remaining_early_start_date ?? task.early_start_date!,
        early_finish: task.early_finish_date!,
      },
      ...{ late_start: task.late_start_date!, late_finish: task.late_finish_date! },
    }))
    t.same(compare(input, answer), own)
    t.same(
      compare(input, answer.slice(1))!.map(each => each.compared),
      own.map(each => each.compared),
    )
    t.equal(
      compare(input, [])!.every(each => each.agreed === 0),
      true,
    )
    const example = fileURLToPath(new URL('../../agreement/example-engine.py', import.meta.url))
    const broken = `broken=node -e "process.stdin.on('data', () => console.log('?'))"`
    const rows = await challenge(
      ['update.xer', 'in/update.xer.gz', 'two.xer'].map(file => ({
        file,
        bytes: file.endsWith('.gz') ? gzipSync(bytes) : bytes,
      })),
      ['ours', 'mpxj', `example=python3 "${example}"`, broken],
      {
        peers: peerFigures(
          t.testdir({
            'agreement.csv':
              'file,open,tf_ok,es_ok,ef_ok,ls_ok,lf_ok\nupdate.xer,9,1,1,1,1,1\ntwo.xer,99,99,99,99,99,99\n',
          }),
        ),
        folder: '.',
      },
    )
    const { sha256, equal } = rows[0]!
    t.equal(sha256, createHash('sha256').update(bytes).digest('hex'))
    t.equal(equal.broken, 'an answer that is no JSON')
    t.type(equal.example, 'object')
    const table = challengeTable(rows)
    t.match(table, `| update.xer | ${sha256} | ${agreed} | ${agreed} | 5 |`)
    t.match(table, / in\/update\.xer\.gz \| \w+ \| (\d+) \| \1 \| 5 \|/, 'a packed file has the figures of its name')
    t.match(table, '| other tasks in agreement.csv |', 'more equal values than the file stores')
    t.match(
      table,
      `| all 3 files, early_start |  | ${3 * own[1]!.compared} | ${3 * own[1]!.compared} | 2 of ${2 * own[1]!.compared} |`,
    )
    const odd = t.testdir({ 'odd.mjs': "process.stdin.once('data', () => console.log(process.argv[2])).resume()" })
    const said: readonly (readonly [answer: object, cell: string])[] = [
      [{ file: 'update.xer', tasks: [null] }, 'tasks without an id'],
      [{ file: 'update.xer', tasks: [{ id: { toString: 1 } }] }, 'tasks without an id'],
      [{ file: 'other.xer', tasks: [] }, 'an answer for no file that was asked'],
      [{ file: 'update.xer', refused: 'a | b\n\u001b[2J' }, 'a / b\ufffd\ufffd[2J'],
    ]
    for (const [answer, cell] of said) {
      const engine = `odd=node "${odd}/odd.mjs" '${JSON.stringify(answer)}'`
      const [row] = await challenge([{ file: 'update.xer', bytes }], [engine], { peers: new Map(), folder: '.' })
      t.ok(challengeTable([row!]).includes(`| ${cell} |`), challengeTable([row!]))
    }
    const none = await challenge([{ file: 'update.xer', bytes }], ['mpxj'], { peers: new Map(), folder: '.' })
    t.equal(none[0]!.equal.mpxj, 'not in agreement.csv')
  },
)
