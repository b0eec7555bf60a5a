/** Settings that are one of a few words: the compiler knows the words. A line below the word @ts-expect-error must not compile, else `npm run check` fails here. */
import t from 'tap'
import { type Config, readConfig, settings } from '../platform/config/config.ts'

const MACHINE = { coreCount: 2, memoryBytes: 2 ** 33 }

const ROUNDS: Readonly<Record<Config['workerStart'], number>> = { 'at-once': 3, first: 2, 'on-demand': 1 }

t.test('a table by the choices of a setting has a line for each, and for nothing else', t => {
  // @ts-expect-error first and on-demand have no line
  const lacking: Readonly<Record<Config['workerStart'], number>> = { 'at-once': 3 }
  // @ts-expect-error no choice is called later
  const further: Readonly<Record<Config['workerStart'], number>> = { ...ROUNDS, later: 4 }
  t.notSame(lacking, further)
  const row = settings(MACHINE).find(({ env }) => env === 'WORKER_START')
  t.same(Object.keys(ROUNDS).toSorted(), [...row!.choices!].toSorted())
  t.end()
})

t.test('a word that is no choice is refused with those that are', t => {
  const outcome = readConfig({ WORKER_START: 'later' }, MACHINE)
  t.same(outcome, { ok: false, mistakes: ['WORKER_START="later": must be one of at-once, first, on-demand'] })
  t.end()
})
