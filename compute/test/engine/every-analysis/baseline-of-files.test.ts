/** What checks of baselines say of project files: an XER has no place for a baseline, the XML of Microsoft Project has. */
import t from 'tap'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { analysers } from '../../../engine/analysers.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import { type Plain, TODAY } from '../../helpers/analyse.ts'
import { xerText } from '../../helpers/xer-text.ts'
import { footbridge } from '../read/file/xer/footbridge.ts'
import { bytesOf, xmlOf } from '../read/file/xml/plain-schedule.ts'
import { materialise } from '../write/materialise.ts'

type Id = 'health.score' | 'health.dcma-decm' | 'health.dcma-14-point'

function ofFile(id: Id, file: Uint8Array): Plain {
  const row = workRow(id)
  const input = readFileRequest(row, file, { boundary: null }, NO_LIMITS, '/')
  if ('code' in input) throw new Error(JSON.stringify(input))
  const result = analysers[row.id](input, { today: TODAY })
  if (isRefusal(result)) throw new Error(result.code)
  return materialise(result as unknown as ResultValue)
}

const XER = Buffer.from(xerText(footbridge()))

const task = (UID: number, over: Record<string, string | number | Record<string, string | number>>) => ({
  UID,
  ID: UID,
  Name: `Part ${UID}`,
  OutlineLevel: 1,
  Start: '2026-03-02T08:00:00',
  Finish: '2026-03-06T17:00:00',
  Duration: 'PT40H0M0S',
  DurationFormat: 7,
  ...over,
})
const Baseline = { Number: 0, Start: '2026-03-02T08:00:00', Finish: '2026-03-04T17:00:00', Duration: 'PT24H0M0S' }
const DONE = {
  PercentComplete: 100,
  ActualStart: '2026-03-02T08:00:00',
  ActualFinish: '2026-03-04T17:00:00',
  RemainingDuration: 'PT0H0M0S',
}
const mspdi = (...Task: ReturnType<typeof task>[]): Uint8Array =>
  bytesOf(
    `<Project xmlns="http://schemas.microsoft.com/project">${xmlOf({ StatusDate: '2026-03-09T08:00:00', Tasks: { Task } })}</Project>`,
  )

t.test('a check of baseline dates is skipped for an XER, with the reason', async t => {
  const [score] = ofFile('health.score', XER).data.components.filter((each: Plain) => each.code === 'HS09')
  t.match(score, { status: 'skipped', message: /which P6 keeps in a project of its own/ })
  const [decm] = ofFile('health.dcma-decm', XER).data.checks.filter((each: Plain) => each.code === '06A501a')
  t.match(decm, { status: 'skipped', message: /which P6 keeps in a project of its own/ })
})

t.test('a file of Microsoft Project could have one: without it the check fails', async t => {
  const [check] = ofFile('health.dcma-decm', mspdi(task(1, {}), task(2, {}))).data.checks.filter(
    (each: Plain) => each.code === '06A501a',
  )
  t.match(check, { status: 'fail', numerator: 2, denominator: 2 })
})

t.test('baseline dates of the file are those of missed tasks and of the execution index', async t => {
  const file = mspdi(task(1, { Baseline, ...DONE }), task(2, { Baseline }))
  const point = (code: string): Plain =>
    ofFile('health.dcma-14-point', file).data.checks.find((each: Plain) => each.code === code)
  t.match(point('DCMA-14'), { numerator: 1, denominator: 2, value: 0.5 })
  t.match(point('DCMA-11'), { numerator: 1, denominator: 2 })
})
