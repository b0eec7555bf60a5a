/** Resources and prompts, in both eras: what the account keeps, the method pages, and recipes with the schedules filled in. */
import t from 'tap'
import { ended, jobPath, startNode, submitted } from '../helpers/jobs.ts'
import { ERAS, modern, post } from '../helpers/mcp-messages.ts'
import { CPM, FOUR_TASKS } from '../helpers/networks.ts'
import { keep } from '../helpers/schedules.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(t)
await startNode(t, service)
const key = await service.key('starter')
const scheduleId = await keep(service, { key, body: { tasks: FOUR_TASKS } })
const job = (await ended(service, key, jobPath(await submitted(service, CPM, { key, body: { tasks: FOUR_TASKS } }))))
  .json

for (const [era, message] of Object.entries(ERAS)) {
  const send = async (method: string, params: Record<string, unknown> = {}, of = key) =>
    (await post(service, of, message(method, params))).json

  t.test(`${era}: the list has the kept schedules and the results of the account, and the pages`, async t => {
    const { resources } = (await send('resources/list')).result
    const uris = resources.map(({ uri }: { uri: string }) => uri)
    t.ok(uris.includes(`schedule://${scheduleId}`))
    t.ok(uris.includes(`job://${job.job_id}`))
    t.ok(uris.includes('method://cpm'))
    const other = await service.key('starter')
    const foreign = (await send('resources/list', {}, other)).result.resources.map(({ uri }: { uri: string }) => uri)
    t.notOk(foreign.some((uri: string) => uri.startsWith('schedule:') || uri.startsWith('job:')))
    for (const uri of [`schedule://${scheduleId}`, `job://${job.job_id}`])
      t.equal(
        (await send('resources/read', { uri }, other)).error.code,
        era === 'modern' ? -32602 : -32002,
        'like one that never was',
      )
    t.equal((await send('resources/templates/list')).result.resourceTemplates.length, 2)
  })

  t.test(`${era}: each resource of the list can be read`, async t => {
    for (const { uri, mimeType } of (await send('resources/list')).result.resources) {
      const { contents } = (await send('resources/read', { uri })).result
      t.same([contents.length, contents[0].uri, contents[0].mimeType], [1, uri, mimeType])
      t.ok(contents[0].text.length > 100, uri)
      if (mimeType === 'application/json') JSON.parse(contents[0].text)
    }
    const text = (await send('resources/read', { uri: `job://${job.job_id}` })).result.contents[0].text
    t.equal(JSON.parse(text).data.project_duration_days, 12)
    for (const uri of ['method://nothing', 'file:///etc/passwd', `schedule://${job.job_id}`, 'skill://other', 'x'])
      t.equal((await send('resources/read', { uri })).error.code, era === 'modern' ? -32602 : -32002, uri)
    t.equal((await send('resources/read')).error.code, era === 'modern' ? -32020 : -32602)
  })

  t.test(`${era}: each prompt is a message that names the schedules and tools that exist`, async t => {
    const { prompts } = (await send('prompts/list')).result
    t.equal(prompts.length, 4)
    for (const { name, arguments: taken } of prompts) {
      const args = Object.fromEntries(taken.map((one: { name: string }) => [one.name, `<${one.name}>`]))
      const { messages } = (await send('prompts/get', { name, arguments: args })).result
      const { text } = messages[0].content
      for (const value of Object.values(args) as string[]) t.ok(text.includes(value), `${name}: ${value}`)
      const missing = await send('prompts/get', { name })
      t.equal(missing.error.code, -32602)
      t.match(missing.error.message, taken[0].name)
    }
    t.match((await send('prompts/get', { name: 'nothing' })).error.message, /monthly_update_review/)
  })
}

t.test('resources are free, also when the month is used up', async t => {
  const none = await service.key('free', { callsPerMonth: 0 })
  const { status, json } = await post(service, none, modern('resources/list'))
  t.equal(status, 200)
  t.ok(json.result.resources.length > 10)
})
