/** The questions to agents: what counts as right, and a program that answers in the place of the oracle. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { askModel } from '../agents/model.ts'
import { isRight } from '../agents/questions.ts'

t.test('a list counts in any order, and every member counts', async t => {
  const right = { a: ['x', 'y'], n: 2, none: null }
  t.ok(isRight({ none: null, n: 2, a: ['y', 'x'] }, right))
  t.ok(isRight({ n: 2, a: ['y', 'x'] }, right), 'a member that is left out counts as none')
  for (const given of [{ ...right, n: 3 }, { ...right, a: ['x'] }, { n: 2, none: null }, 'x', null])
    t.notOk(isRight(given, right), JSON.stringify(given))
})

const PROGRAM = `
import { createInterface } from 'node:readline'
const say = line => console.log(JSON.stringify(line))
for await (const line of createInterface({ input: process.stdin })) {
  const heard = JSON.parse(line)
  if (heard.type === 'question') {
    if (heard.question === 'nothing') process.exit(0)
    if (heard.question === 'rubbish') console.log('{"type":"x"}')
    else say({ type: 'call', name: 'double', arguments: { n: 21 } })
  } else if (heard.result.n > 1e9) say({ type: 'answer', answer: heard.result })
  else if (process.argv[2] === 'on') say({ type: 'call', name: 'double', arguments: heard.result })
  else say({ type: 'answer', answer: heard.result })
}`

t.test('a program calls tools and answers; one that does neither is told apart', async t => {
  const file = join(mkdtempSync(join(tmpdir(), 'sis-model-')), 'model.mjs')
  writeFileSync(file, PROGRAM)
  const ask = (question: string, word = '') =>
    askModel(`${JSON.stringify(process.execPath)} ${JSON.stringify(file)} ${word}`, {
      ...{ tools: [], members: {}, question },
      call: async (_name, args) => ({ n: 2 * (args as { n: number }).n }),
    })
  t.same(await ask('x'), { n: 42 })
  t.match(await ask('nothing'), 'the program ended without an answer')
  t.match(await ask('rubbish'), /not understood/)
  t.match(await ask('x', 'on'), /more than 20 calls/)
})
