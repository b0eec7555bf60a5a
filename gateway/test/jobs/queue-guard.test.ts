/** The guard of the queue on a cluster whose masters are made up: what it does when some of them are away. */
import { EventEmitter } from 'node:events'
import { Cluster } from 'ioredis'
import t, { type Test } from 'tap'
import { QueueGuard } from '../../jobs/queue-guard.ts'

const MEGABYTE = 2 ** 20

interface Master {
  usedBytes: number
  appendfsync: string
  isAway: boolean
}

function startGuard(t: Test, masters: Master[]) {
  const servers = masters.map(master => ({
    async info() {
      if (master.isAway) throw new Error('connect ECONNREFUSED')
      return `used_memory:${master.usedBytes}\r\nmaxmemory:0\r\ntotal_system_memory:1\r\n`
    },
    async config() {
      if (master.isAway) throw new Error('connect ECONNREFUSED')
      return ['appendonly', 'yes', 'appendfsync', master.appendfsync]
    },
  }))
  const client = Object.assign(Object.create(Cluster.prototype), { status: 'ready', nodes: () => servers })
  EventEmitter.call(client)
  const reserved = { bytes: 0, isAway: false }
  const store = {
    async heldBytes() {
      if (reserved.isAway) throw new Error('away')
      return [{ shard: 0, reservedBytes: reserved.bytes, resultBytes: 0 }]
    },
    resultHolders: async () => [],
    waitingHolders: async () => [],
    freeResults: async () => ({ resultCount: 0, bytes: 0 }),
  }
  const guard = new QueueGuard(client, store, { memoryBudgetBytes: 10 * MEGABYTE, isVolatileAllowed: false })
  t.teardown(() => guard.close())
  return { guard, reserved }
}

const master = (changes: Partial<Master> = {}): Master => ({
  usedBytes: MEGABYTE,
  appendfsync: 'always',
  isAway: false,
  ...changes,
})

t.test('with one master of three dead the others take jobs, within the memory that they have', async t => {
  const masters = [master(), master(), master()]
  const { guard } = startGuard(t, masters)
  t.equal(guard.refusal(0)?.code, 'store_unavailable', 'nothing is known yet')
  await guard.poll()
  t.equal(guard.refusal(27 * MEGABYTE), undefined)
  t.equal(guard.refusal(28 * MEGABYTE)?.code, 'capacity_exceeded')
  masters[1]!.isAway = true
  await guard.poll()
  t.equal(guard.refusal(0), undefined)
  t.equal(guard.refusal(18 * MEGABYTE), undefined)
  t.equal(guard.refusal(19 * MEGABYTE)?.code, 'capacity_exceeded', 'the memory of the dead one is not counted on')
})

t.test('a master that lives and would lose jobs closes the queue; a dead one does not', async t => {
  const masters = [master(), master({ appendfsync: 'everysec' })]
  const { guard } = startGuard(t, masters)
  await guard.poll()
  t.equal(guard.refusal(0)?.code, 'queue_volatile')
  t.match(guard.volatileReason, 'appendfsync is everysec')
  masters[1]!.isAway = true
  await guard.poll()
  t.equal(guard.volatileReason, undefined)
  t.equal(guard.refusal(0), undefined)
})

t.test('one master that is full closes the queue, whatever room the others have', async t => {
  const { guard } = startGuard(t, [master({ usedBytes: 11 * MEGABYTE }), master()])
  await guard.poll()
  t.equal(guard.refusal(0)?.code, 'capacity_exceeded')
})

t.test('what was let in counts until the store has counted it, also when the count cannot be read', async t => {
  const { guard, reserved } = startGuard(t, [master()])
  await guard.poll()
  t.equal(await guard.admit(6 * MEGABYTE, 'government'), undefined)
  t.equal(guard.refusal(4 * MEGABYTE)?.code, 'capacity_exceeded')
  t.equal(guard.refusal(3 * MEGABYTE), undefined)
  reserved.isAway = true
  await guard.poll()
  t.equal(guard.refusal(4 * MEGABYTE)?.code, 'capacity_exceeded')
  Object.assign(reserved, { isAway: false, bytes: 6 * MEGABYTE })
  await guard.poll()
  t.equal(guard.refusal(3 * MEGABYTE), undefined, 'it is counted once')
  t.equal(guard.refusal(4 * MEGABYTE)?.code, 'capacity_exceeded')
})
