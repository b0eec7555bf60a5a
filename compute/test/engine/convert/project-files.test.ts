/**
 * Every project file in both formats of the other tools: the file either keeps the early dates of every task, or the report says which differ, and
 * why. The critical path of what was sent and of the file is computed by the analysis itself, beside the comparison of the report.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import type { FileTarget } from '../../../../shared/contract/endpoint/convert.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { filesOfProjects } from '../../helpers/files-of-projects.ts'
import { converted, countsOf, inputOfFile, LIMITS, pathOf, ROW } from './converted.ts'

const FOLDER = fileURLToPath(new URL('../../../../../shared/data/project_files', import.meta.url))
const TARGETS: readonly FileTarget[] = ['xer', 'ms_project_xml']
const skip = existsSync(FOLDER) ? false : 'no project files here'

interface ProjectFile {
  readonly name: string
  readonly input: AnalysisInput
}

const files: ProjectFile[] = []
if (skip === false) {
  for (const path of filesOfProjects(FOLDER)) {
    const sent = readFileSync(path)
    const input = readFileRequest(ROW, path.endsWith('.gz') ? gunzipSync(sent) : sent, { boundary: null }, LIMITS, '/')
    if (!('code' in input)) files.push({ name: path.slice(FOLDER.length + 1), input })
  }
}

const isP6 = ({ imports }: AnalysisInput): boolean => imports![0]!.format !== 'ms_project_xml'

/** Tasks that last and whose start or finish is printed otherwise in the file, where each task has the place that it had. */
function movedCount(before: Plain, after: Plain): number {
  const other = before.tasks.filter((task: Plain, i: number) => {
    const now = after.tasks[i]
    const lasts = task.early_start_date !== task.early_finish_date && now.early_start_date !== now.early_finish_date
    return lasts && (task.early_finish_date !== now.early_finish_date || task.early_start_date !== now.early_start_date)
  })
  return other.length
}

t.test('a file that is converted keeps all early dates, or the report says which it does not', { skip }, async t => {
  const counts = { p6: 0, msProject: 0, changed: 0 }
  for (const { name, input } of files) {
    const before = pathOf(input)
    for (const target of TARGETS) {
      const isOtherTool = isP6(input) === (target === 'ms_project_xml')
      const { bytes, report } = converted(target, input)
      const what = `${name} to ${target}`
      const codes = countsOf(report)
      t.equal(codes.not_compared === undefined, before.project_finish_date !== null, what)
      // by the same rules nothing is carried over
      if (!isOtherTool) {
        t.equal(report.changed_count, 0, what)
        continue
      }
      const after = pathOf(inputOfFile(bytes))
      const isSameFinish = before.project_finish_date === after.project_finish_date
      t.equal(
        isSameFinish,
        codes.finish_differs === undefined,
        `${what}: ${before.project_finish_date} ${after.project_finish_date}`,
      )
      t.equal(codes.dates_differ ?? 0, report.changed_count, what)
      t.ok(movedCount(before, after) <= report.changed_count, `${what}: ${movedCount(before, after)}`)
      // what P6 cannot hold is open work before its data date; Microsoft Project holds all of these files
      if (isP6(input)) t.equal(report.changed_count, 0, what)
      else if (report.changed_count > 0) {
        t.ok(codes.before_data_date! > 0, what)
        counts.changed++
      }
      counts[isP6(input) ? 'p6' : 'msProject']++
    }
  }
  t.ok(counts.p6 >= 40 && counts.msProject >= 20, JSON.stringify(counts))
  t.ok(counts.changed <= 5, `${counts.changed} of them lose dates to the data date of P6`)
})

/**
 * An XER has numbers with six places, of which some are of an hour where others are of a day, and early dates beside those of the remaining work, of which the XML has the latter.
 * It lists the resources that are levelled; how the XML does is not known.
 */
const comparable = (value: Plain): Plain =>
  JSON.parse(JSON.stringify(value), (name, each) => {
    if (name === 'early_start' || name === 'early_finish' || name === 'can_level') return undefined
    return typeof each === 'number' ? Math.round(1e3 * each) / 1e3 : each
  })

t.test('both files of P6 are read as one and the same schedule', { skip }, async t => {
  let count = 0
  for (const { name, input } of files) {
    if (count++ % 2 === 0) continue
    const [xer, xml] = (['xer', 'p6_xml'] as const).map(target => converted(target, input))
    t.same(comparable(xml!.read), comparable(xer!.read), name)
    t.equal(xml!.report.changed_count, xer!.report.changed_count, name)
  }
  t.ok(count > 40, `${count} files`)
})

t.test(
  'there and back again the dates are the same, and constraints do not grow from trip to trip',
  { skip },
  async t => {
    for (const { name, input } of files) {
      const [there, back] = isP6(input) ? (['ms_project_xml', 'xer'] as const) : (['xer', 'ms_project_xml'] as const)
      const first = converted(there, input)
      if (first.report.warnings.length === 0) continue
      const second = converted(back, inputOfFile(first.bytes))
      t.equal(second.report.changed_count, 0, `${name} back again`)
      const third = converted(there, inputOfFile(second.bytes))
      t.equal(third.report.changed_count, 0, `${name} there again`)
      t.equal(third.report.finish_after, first.report.finish_after, name)
      const fifth = converted(there, inputOfFile(converted(back, inputOfFile(third.bytes)).bytes))
      t.equal(fifth.report.changed_count, 0, `${name} once more`)
      const constraints = ({ read }: typeof first) =>
        read.tasks.filter((task: Plain) => task.constraint_type !== undefined).length
      t.equal(constraints(fifth), constraints(third), `${name}: as many constraints`)
    }
  },
)
