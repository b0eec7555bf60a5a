/**
 * Microsoft Project's own files through every door: body, form, job, handle, convert, tool. A small project is made here; real files of
 * ../shared/data/mpp are read in place and skipped where the folder is absent.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import {
  FIELD,
  fieldMap,
  fixedMeta,
  project,
  var2Data,
  varMeta,
} from '../../../../compute/test/engine/read/file/mpp/made-project.ts'
import { form } from '../../helpers/forms.ts'
import { ended, jobPath, startNode } from '../../helpers/jobs.ts'
import { CPM } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('enterprise')
const TYPE = 'application/vnd.ms-project'
const FOLDER = fileURLToPath(new URL('../../../../../shared/data/mpp', import.meta.url))
const skip = existsSync(FOLDER) ? false : 'no ../shared/data/mpp'
const real = (name: string): Buffer => readFileSync(join(FOLDER, name))

/** Two tasks, "Dig" and "Pour". */
function made(): Buffer {
  const record = 20
  const data = Buffer.alloc(5 * record)
  for (const n of [1, 2]) {
    data.writeInt32LE(n, record * (n + 2))
    data.writeInt32LE(n, record * (n + 2) + 4)
    data.writeUInt16LE(1, record * (n + 2) + 8)
  }
  const names = ['Dig\0', 'Pour\0'].map(name => Buffer.from(name, 'utf16le'))
  const map = fieldMap([[FIELD.uid, 0], [FIELD.row, 4], [FIELD.level, 8], [FIELD.name]])
  return project(map, {
    'TBkndTask/FixedMeta': fixedMeta(
      47,
      [0, 1, 2, 3, 4].map(n => n * record),
    ),
    'TBkndTask/FixedData': data,
    'TBkndTask/VarMeta': varMeta([
      [1, FIELD.name, 0],
      [2, FIELD.name, 4 + names[0]!.length],
    ]),
    'TBkndTask/Var2Data': var2Data(names),
  })
}
const bodies: readonly (readonly [what: string, body: Buffer])[] = [
  ['made here', made()],
  ...(skip === false ? [['real', real('pl__New_Product.mpp')] as const] : []),
]

t.test('a body, by its type and by its first bytes, and a part of a form', async t => {
  for (const [what, body] of bodies) {
    const sent = [
      { body, headers: { 'content-type': TYPE } },
      { body, headers: { 'content-type': 'application/octet-stream' } },
      form({ name: 'schedule', bytes: body, file: 'plan.mpp' }),
      form({ name: 'schedule', bytes: body, file: 'plan.mpt', type: 'application/octet-stream' }),
    ]
    const digests = new Set<string>()
    for (const options of sent) {
      const { status, json } = await service.call(CPM, { key, ...options })
      t.equal(status, 200, `${what} ${JSON.stringify(json.detail ?? '')}`)
      t.match(json.metadata.import, [{ path: /tasks$/, format: 'mpp', format_version: /^MPP\d+, Microsoft/ }])
      digests.add(json.metadata.input_sha256)
    }
    t.equal(digests.size, 1, what)
  }
})

t.test('a job, a stored schedule, and every format that convert writes', async t => {
  await startNode(t, service)
  for (const [what, body] of bodies) {
    const options = { body, headers: { 'content-type': TYPE } }
    const call = await service.call(CPM, { key, ...options })
    const submitted = await service.call(`${CPM}/async`, { key, ...options })
    t.equal(submitted.status, 202, JSON.stringify(submitted.json))
    const { json } = await ended(service, key, jobPath(submitted))
    t.same(json.result.data, call.json.data, what)
    const kept = await service.call('/api/v1/schedules', { key, ...options })
    t.ok(kept.status === 200 || kept.status === 201, JSON.stringify(kept.json))
    const byHandle = await service.call(CPM, { key, body: { schedule_id: kept.json.schedule_id } })
    t.equal(byHandle.status, 200, JSON.stringify(byHandle.json.detail ?? ''))
    t.same(byHandle.json.data.tasks, call.json.data.tasks, what)
    for (const to of ['json', 'ms_project_xml', 'xer']) {
      const { status, json: converted } = await service.call(`/api/v1/schedules/convert?to=${to}`, { key, ...options })
      t.equal(status, 200, `${what} to ${to}: ${JSON.stringify(converted ?? '').slice(0, 200)}`)
    }
  }
})

t.test('one that needs a password, and one without tasks, are refused in a sentence', { skip }, async t => {
  const refused = async (name: string): Promise<string> => {
    const { status, json } = await service.call(CPM, { key, body: real(name), headers: { 'content-type': TYPE } })
    t.equal(status, 422, name)
    return JSON.stringify(json)
  }
  t.match(await refused('asp__PasswordProtected.mpp'), /The file needs a password to be opened/)
  t.match(await refused('mpxj__mpp14header.mpp'), /The file has no tasks that could be read/)
})
