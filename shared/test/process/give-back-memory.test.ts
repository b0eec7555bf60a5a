/** What a thread with nothing to do gives back, in a process that may collect by itself. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'

const MODULE = new URL('../../platform/process/give-back-memory.ts', import.meta.url).href

/** Prints the heap in use, MB, with a million objects and after they are given back; then how often was collected for them, before and after one more look. */
const SCRIPT = `
import { getHeapStatistics } from 'node:v8'
const { gc } = globalThis
let collected = 0
globalThis.gc = how => {
  collected++
  gc(how)
}
const { memoryKeeper } = await import(${JSON.stringify(MODULE)})
const megabytes = () => getHeapStatistics().used_heap_size / 2 ** 20
const keep = memoryKeeper()
keep()
// loading sources that are not stripped of their types yet leaves garbage, too
collected = 0
let garbage = Array.from({ length: 2 ** 20 }, (_, i) => ({ i }))
const full = megabytes()
garbage = undefined
keep()
const kept = megabytes()
const before = collected
keep()
console.log(JSON.stringify({ full, kept, before, after: collected }))
`

t.test('memory is given back when the heap has grown, and only then', async t => {
  const args = ['--expose-gc', '--max-semi-space-size=4', '--input-type=module', '--eval', SCRIPT]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { full, kept, before, after } = JSON.parse(stdout)
  t.ok(kept < full - 16, `${full} MB with garbage, ${kept} MB after a look`)
  t.equal(before, 1)
  t.equal(after, before, 'a heap that has not grown is left alone')
})

/** Prints how often was collected by then: a minute with calls, between which none is at work when it looks, and after a minute without. */
const BUSY_SCRIPT = `
import { mock } from 'node:test'
let collected = 0
globalThis.gc = () => void collected++
const { giveBackMemorySoon } = await import(${JSON.stringify(MODULE)})
mock.timers.enable({ apis: ['setTimeout'] })
let calls = 0
giveBackMemorySoon(() => calls)
for (let second = 0; second < 70; second++) {
  calls++
  mock.timers.tick(1_000)
}
const busy = collected
for (let second = 0; second < 130; second++) mock.timers.tick(1_000)
console.log(JSON.stringify({ busy, idle: collected }))
`

t.test('no memory is given back in the midst of calls, though none is at work at the moment', async t => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', BUSY_SCRIPT])
  t.same(JSON.parse(stdout), { busy: 0, idle: 1 })
})

/** Prints how often was collected by then: short calls with much garbage, a long one with it, long ones that hold no more than after that. */
const BOUND_SCRIPT = `
const { gc } = globalThis
let collected = 0
globalThis.gc = how => {
  collected++
  gc(how)
}
const { memoryBound } = await import(${JSON.stringify(MODULE)})
const call = memoryBound()
const told = []
const tell = () => told.push(collected)
const garbage = () => Array.from({ length: 2 ** 22 }, (_, i) => ({ i }))
garbage()
call(20)
tell()
garbage()
call(500)
tell()
for (let i = 0; i < 10; i++) call(500)
tell()
let bytes = Array.from({ length: 16 }, () => new Uint8Array(8 * 2 ** 20).fill(1))
call(500)
tell()
console.log(JSON.stringify(told))
`

t.test(
  'at the end of a long call a thread collects what it holds beyond its bound, of heap and of buffers',
  async t => {
    const args = [
      '--expose-gc',
      '--max-semi-space-size=4',
      '--no-memory-reducer',
      '--input-type=module',
      '--eval',
      BOUND_SCRIPT,
    ]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    t.same(JSON.parse(stdout), [0, 1, 1, 2])
  },
)
