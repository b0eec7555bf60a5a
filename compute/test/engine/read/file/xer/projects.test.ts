/** Which project of a file is read. */
import t from 'tap'
import type { XerRow, XerTables } from '../../../../helpers/xer-text.ts'
import { footbridge, footbridgeWith } from './footbridge.ts'
import { cellsOf, read, refusal, warningsOf } from './reading.ts'

/** The footbridge twice, the second as project 8 "FB2" with tasks 21 .. 23. */
function twoProjects(exported: readonly [string, string] = ['Y', 'Y']): XerTables {
  const { PROJECT, TASK, TASKPRED, PROJWBS, SCHEDOPTIONS } = footbridge()
  return footbridgeWith({
    PROJECT: [
      { ...PROJECT![0]!, export_flag: exported[0] },
      { ...PROJECT![0]!, proj_id: 8, proj_short_name: 'FB2', export_flag: exported[1], plan_end_date: '' },
    ],
    SCHEDOPTIONS: [...SCHEDOPTIONS!, { ...SCHEDOPTIONS![0]!, proj_id: 8, sched_float_type: 'FT_SS' }],
    PROJWBS: [...PROJWBS!, { ...PROJWBS![1]!, wbs_id: 80, proj_id: 8, wbs_short_name: 'FB2', wbs_name: 'Second' }],
    TASK: [...TASK!, ...TASK!.map(task => ({ ...task, task_id: Number(task.task_id) + 10, proj_id: 8, wbs_id: 80 }))],
    TASKPRED: [
      ...TASKPRED!,
      ...TASKPRED!.map(link => ({
        ...link,
        task_id: Number(link.task_id) + 10,
        pred_task_id: Number(link.pred_task_id) + 10,
        proj_id: 8,
        pred_proj_id: 8,
      })),
    ],
  })
}

t.test('of several projects one is chosen by its id or its short name', t => {
  for (const project of ['8', 'FB2', 'fb2']) {
    const file = read(twoProjects(), { project })
    t.match(
      file.report,
      { project_id: 'FB2', project_name: 'Second', counts: { tasks: 3, links: 2 }, warnings: [] },
      project,
    )
    t.equal(cellsOf(file, 'A10').wbsCode, 'FB2')
    t.notOk(file.members.must_finish_by)
    t.match(file.members.scheduling_options, { total_float_as: 'start' }, 'its own options')
  }
  t.equal(read(twoProjects(), { project: 'FB' }).report.project_name, 'Footbridge')
  t.end()
})

t.test('several projects without a choice, and a choice that none is, are refused with a list', t => {
  t.match(refusal(twoProjects()), {
    loc: 'query.project',
    msg: 'The file has several projects; choose one by ?project=: "FB", id 7 (3 tasks), "FB2", id 8 (3 tasks).',
  })
  t.match(refusal(twoProjects(), { project: 'nine' }), { loc: 'query.project', msg: /"nine"; it has "FB", id 7/ })
  t.match(refusal(footbridge(), { project: 'nine' }), { loc: 'query.project', msg: /"nine"/ })
  t.end()
})

t.test('a project with three quarters of all activities is the one that is meant', t => {
  const tables = twoProjects()
  const small = tables.TASK!.filter(({ proj_id }) => String(proj_id) === '8')
  const isSmall = (row: XerRow): boolean => small.some(({ task_id }) => task_id === row.task_id)
  const TASK = tables.TASK!.filter(row => !isSmall(row) || row === small[0])
  const file = read({ ...tables, TASK })
  t.equal(file.report.project_id, 'FB')
  t.equal(warningsOf(file).projects_left_out, 1)
  t.match(file.report.warnings.find(({ code }) => code === 'projects_left_out')?.text, /three quarters.*"FB2"/)
  t.end()
})

t.test('a project without tasks, or that was not exported, needs no choice', t => {
  const exported = read(twoProjects(['N', 'Y']))
  t.equal(exported.report.project_id, 'FB2')
  t.strictSame(warningsOf(exported), { projects_left_out: 1 })
  const { PROJECT } = footbridge()
  const empty = read(
    footbridgeWith({ PROJECT: [{ ...PROJECT![0]!, proj_id: 6, proj_short_name: 'ELSE' }, PROJECT![0]!] }),
  )
  t.equal(empty.report.project_id, 'FB')
  t.strictSame(warningsOf(empty), {})
  t.end()
})

t.test('without PROJECT the tasks are one project, by their proj_id where they have one', t => {
  const file = read(footbridgeWith({ PROJECT: undefined }))
  t.match(warningsOf(file), { project_missing: 1 })
  t.match(file.report, { project_id: '7', counts: { tasks: 3, links: 2 } })
  t.notOk(file.members.status_date)
  t.equal(file.members.default_calendar_id, '1')
  t.match(refusal({ ...twoProjects(), PROJECT: [] }), { loc: 'query.project', msg: /"7" \(3 tasks\), "8" \(3 tasks\)/ })
  const bare = footbridge().TASK!.map(({ proj_id: _, ...task }) => task)
  const unnamed = read(footbridgeWith({ PROJECT: undefined, TASK: bare }))
  t.match(unnamed.report, { project_id: null, counts: { tasks: 3, links: 2 } })
  t.end()
})
