/** What changes of a schedule do, computed in this worker: the engine holds the schedule open from one change to the next, and no service is asked. */
import { type Held, LOCAL_ENGINE, type LocalEngine, type Tried } from '../../../../shared/contract/local-engine.ts'
import type { Change } from '../schedule/changes.ts'
import { bodyOf } from './body.ts'
import { localCall, replyOf } from './local-transport.ts'
import { refusedBy } from './refused.ts'

export interface Asked {
  /** Where the engine is loaded from; '' = it is here already. */
  readonly engineUrl: string
  /** Of the file: another key is another schedule. */
  readonly key: number
  readonly file: Blob
  /** None: the schedule is read, so that the first change need not wait for that. */
  readonly changes: readonly Change[]
}

const here = (): LocalEngine | undefined => (globalThis as { [LOCAL_ENGINE]?: LocalEngine })[LOCAL_ENGINE]

async function engineOf(url: string): Promise<LocalEngine> {
  if (here() === undefined) await import(url)
  return here()!
}

/** The last one; the one before it is gone. */
let open: { readonly key: number; readonly held: Promise<Held> } | undefined

async function hold({ engineUrl, file }: Asked): Promise<Held> {
  const [engine, body] = await Promise.all([engineOf(engineUrl), bodyOf(file)])
  return unlessRefused(engine.hold(await localCall({ path: 'api/v1/schedules', body: body() })))
}

async function unlessRefused<Of extends object>(made: Of | ReturnType<LocalEngine['answer']>): Promise<Of> {
  if (!('chunks' in made)) return made
  const reply = replyOf(made)
  throw refusedBy(reply.status, await reply.text())
}

/** Throws Refused. */
export async function whatIf(asked: Asked): Promise<Tried> {
  if (open?.key !== asked.key) {
    const opening = { key: asked.key, held: hold(asked) }
    open = opening
    // what was refused is read anew when it is wanted again
    opening.held.catch(() => {
      if (open === opening) open = undefined
    })
  }
  const held = await open.held
  if (asked.changes.length === 0) held.prepare()
  return unlessRefused(held.tried(asked.changes as Parameters<Held['tried']>[0]))
}
