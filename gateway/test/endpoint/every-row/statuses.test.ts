/**
 * Every status that the OpenAPI document lists for a row is seen here, from a call that brings it about, and no row has a way to a status
 * that is not listed. What many rows have in common (no credentials, a window that is full, a body of another type, a store that is away, a
 * defect) is brought about in one way for all of them, in cases-of-many-rows.ts; what a row has to itself, in cases-of-one-row.ts. A status that is added to a row
 * without a way fails. Bodies are held against their schemas as in every test. The tests of single endpoints, in the folders beside this one, say
 * what the answers are for.
 */
import t from 'tap'
import { startStatusCases } from './status-cases.ts'

t.setTimeout(300_000)

const { rows, statusesOf, isDescribed, casesOf, startNode, stopStore } = await startStatusCases(t)

t.test('each status of each row has a way, and each way a status', async t => {
  for (const row of rows) t.same([...casesOf(row).keys()].sort(), statusesOf(row), row.id)
})

for (const [stage, before] of [
  ['alone', async () => {}],
  ['with a node', startNode],
  ['without the store', stopStore],
] as const) {
  t.test(`${stage}: each call is answered with the status that it is made for`, async t => {
    await before()
    const calls = rows.flatMap(row =>
      [...casesOf(row)].flatMap(([status, way]) => (way.stage === stage ? [{ row, status, way }] : [])),
    )
    const look = async ({ row, status, way }: (typeof calls)[number]): Promise<void> => {
      const answer = await way.call()
      if (answer.status !== status)
        t.fail(`${row.id} ${status}: ${answer.status} ${answer.bytes.toString().slice(0, 300)}`)
      else if (!isDescribed(row, status, answer))
        t.fail(`${row.id} ${status}: the document does not say what its body is: ${answer.headers?.['content-type']}`)
    }
    // calls change what others find; without a store they change nothing, and each waits for it a while
    if (stage === 'without the store') await Promise.all(calls.map(look))
    else for (const call of calls) await look(call)
    t.ok(calls.length > 0, `${calls.length} answers`)
  })
}
