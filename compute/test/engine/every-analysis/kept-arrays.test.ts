/**
 * A thread takes the arrays of each call from the same memory (compute/engine/ids/short-arrays.ts): what one call leaves there must not show in another, and
 * what outlives a call must not lie there. So the calls that are the first of this process reuse it already.
 */
import { Packr } from 'msgpackr'
import t from 'tap'
import { MEDIA_TYPES, type MediaType } from '../../../../shared/contract/negotiate.ts'
import { STAMP_NUMBERS } from '../../../../shared/platform/process/work-stamp.ts'
import { beginCall } from '../../../engine/ids/short-arrays.ts'
import { packHeader, type WorkMode } from '../../../worker/work.ts'
import work from '../../../worker/worker.ts'
import { TODAY } from '../../helpers/analyse.ts'
import { bodyOf, built, faulty, project } from '../../helpers/every-analysis.ts'

const packr = new Packr({ useRecords: false })

interface Call {
  readonly name: string
  readonly mode: WorkMode
  readonly rowId: (typeof built)[number]['id']
  readonly accept: string
  readonly mediaType: MediaType
  readonly body: Uint8Array<ArrayBuffer>
}

// answers say how long they took
performance.now = () => 0

async function answerOf({ name, mode, rowId, accept, mediaType, body }: Call): Promise<string> {
  const made = (await work({
    header: packHeader({
      ...{ mode, rowId, mediaType, accept, acceptEncoding: '', encoding: null, tier: 'government' },
      ...{ payloadBytesMax: 2 ** 29, taskCountMax: 1e6, syncTaskCountMax: 1e6, syncHint: '', today: TODAY },
      ...{ endpoint: '/', requestId: '' },
    }),
    // taken over
    slabs: [body.slice()],
    kept: [],
    stamp: new Float64Array(STAMP_NUMBERS),
  })) as Record<symbol, { readonly chunks?: readonly Uint8Array[] }>
  // what is moved to the gateway stands under a symbol of Piscina
  const chunks = Object.getOwnPropertySymbols(made)
    .map(symbol => made[symbol]?.chunks)
    .find(each => each !== undefined)
  if (chunks === undefined) throw new Error(`${name}: ${JSON.stringify(made)}`)
  return Buffer.concat(chunks).toString('latin1')
}

const FORMS = ['text/html', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

const calls: readonly Call[] = built.flatMap((row, n) => {
  const [whole, broken] = [bodyOf(row, project(n, 60)), bodyOf(row, faulty(n, 60))]
  const json = (body: unknown) => new Uint8Array(Buffer.from(JSON.stringify(body)))
  const call = (name: string, body: Uint8Array<ArrayBuffer>, more: Partial<Call> = {}): Call => ({
    name: `${row.id}, ${name}`,
    ...{ mode: 'answer', rowId: row.id, accept: MEDIA_TYPES[0], mediaType: MEDIA_TYPES[0], body, ...more },
  })
  return [
    call('JSON', json(whole)),
    call('faults', json(broken)),
    call('MessagePack', new Uint8Array(packr.pack(whole)), { mediaType: MEDIA_TYPES[1], accept: MEDIA_TYPES[1] }),
    call(FORMS[n % FORMS.length]!, json(whole), { accept: FORMS[n % FORMS.length]! }),
    call('tool', json(whole), { mode: 'tool' }),
    call('job', json(whole), { mode: 'frame' }),
  ]
})

t.test('calls whose arrays lie in the same memory answer alike, whatever was called before', async t => {
  const first: string[] = []
  for (const call of calls) first.push(await answerOf(call))
  for (const [n, call] of [...calls.entries()].toReversed()) {
    if ((await answerOf(call)) !== first[n]) t.fail(`${call.name} answers otherwise after other calls`)
  }
  beginCall(false)
  t.equal(new Set(first).size, calls.length, 'each call has an answer of its own')
})
