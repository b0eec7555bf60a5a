/** Who may have how much of the memory for jobs: rules alone, without a store. */
import t from 'tap'
import { JOB_CLASSES, type JobClass } from '../../../shared/contract/job-classes.ts'
import { nextEviction } from '../../../shared/platform/jobs/redis/object-eviction.ts'
import {
  accountBytesMax,
  CLASS_CEILINGS,
  excessBytes,
  freeBytes,
  type Memory,
  neededBytes,
  roomBytes,
} from '../../jobs/memory-shares.ts'

const memory = (changes: Partial<Memory> = {}): Memory => ({
  ...{ budgetBytes: 1_000, usedBytes: 0, reservedBytes: 0, resultBytes: 0 },
  ...changes,
})

t.test('lower classes leave room for higher ones, whatever they do', t => {
  const room = (taken: Partial<Memory>) => JOB_CLASSES.map(jobClass => roomBytes(memory(taken), jobClass))
  t.same(room({}), [1_000, 900, 800])
  t.same(room({ reservedBytes: 800 }), [200, 100, 0])
  t.same(room({ reservedBytes: 900 }), [100, 0, 0])
  t.same(room({ usedBytes: 700, reservedBytes: 400 }), [0, 0, 0])
  t.end()
})

t.test('results of finished jobs are room', t => {
  const full = memory({ usedBytes: 980, resultBytes: 700 })
  t.same(
    JOB_CLASSES.map(jobClass => roomBytes(full, jobClass)),
    [720, 620, 520],
  )
  t.equal(freeBytes(full, 'government'), 20)
  t.equal(neededBytes(full, 'government', 20), 0, 'there is room without')
  t.equal(neededBytes(full, 'government', 100), 80 + 50, 'and some more, so that not every job must wait for room')
  t.equal(neededBytes(memory({ usedBytes: 980, resultBytes: 30 }), 'government', 50), 30)
  t.end()
})

t.test('results go before they fill what is kept for higher classes', t => {
  t.equal(excessBytes(memory({ usedBytes: 800, resultBytes: 800 })), 0)
  t.equal(excessBytes(memory({ usedBytes: 801, resultBytes: 800 })), 51)
  t.equal(excessBytes(memory({ usedBytes: 500, reservedBytes: 400, resultBytes: 300 })), 150)
  t.equal(excessBytes(memory({ usedBytes: 900, resultBytes: 10 })), 10, 'of what else lies there none can go')
  t.end()
})

/** Accounts that submit jobs of this size in turn until nobody is let in. */
function filled(classes: readonly JobClass[], bytes: number): number[] {
  const held = classes.map(() => 0)
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    for (const [i, jobClass] of classes.entries()) {
      const now = memory({ reservedBytes: held.reduce((sum, one) => sum + one, 0) })
      const isIn =
        bytes <= roomBytes(now, jobClass) && (held[i] === 0 || held[i]! + bytes <= accountBytesMax(now, jobClass))
      if (!isIn) continue
      held[i]! += bytes
      isMoving = true
    }
  }
  return held
}

t.test('an account alone gets four fifths of its class, several get equal shares, and a newcomer finds room', t => {
  t.same(filled(['government'], 1), [800])
  t.same(filled(['standard'], 1), [640])
  const many = filled(Array(9).fill('standard'), 1)
  t.ok(Math.max(...many) - Math.min(...many) <= 2, `${many}`)
  for (const count of [1, 2, 5, 20]) {
    const held = filled(Array(count).fill('standard'), 1)
    const taken = held.reduce((sum, one) => sum + one, 0)
    t.ok(taken >= 0.8 * 800 * (1 - 1 / 16), `${count} accounts: ${taken} of 800 are used`)
    t.ok(roomBytes(memory({ reservedBytes: taken }), 'standard') >= 800 / (4 * count + 1) - 1, 'a newcomer is let in')
  }
  t.end()
})

t.test('standard accounts that fill their class leave a fifth of all to government', t => {
  const held = filled([...Array(40).fill('standard'), 'government'], 1)
  t.ok(held.at(-1)! >= 100, `${held.at(-1)}`)
  t.equal(CLASS_CEILINGS.government, 1)
  t.end()
})

t.test('the account that holds most for its class gives first, down to the next one', t => {
  const holder = (accountId: string, jobClass: JobClass, bytes: number) => ({ accountId, jobClass, bytes })
  const [big, small, agency] = [
    holder('big', 'standard', 900),
    holder('small', 'standard', 500),
    holder('agency', 'government', 9_600),
  ]
  t.equal(nextEviction([], 10, 1), undefined)
  t.same(nextEviction([small, big, agency], 1_000, 1), { holder: big, bytes: 300 }, 'government counts a sixteenth')
  t.same(nextEviction([big, small], 1_000, 1), { holder: big, bytes: 400 })
  t.same(nextEviction([big], 100, 1), { holder: big, bytes: 100 })
  t.same(nextEviction([small, { ...small, accountId: 'even' }], 100, 7)?.bytes, 7, 'among equals in steps')
  t.same(nextEviction([agency, small], 10_000, 1), { holder: agency, bytes: 1_600 })
  t.end()
})
