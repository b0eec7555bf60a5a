/**
 * The demo key that `npm start` shows. Its gateway makes it, with the command of the operator: a process of its own for the command would
 * take as long to start as the gateway does to listen.
 */
import type { Gateway } from './gateway.ts'

/** From whoever started the gateway. */
export interface FirstKeyOrder {
  readonly event: 'first-key'
  readonly label: string
}

export type FirstKey =
  | { readonly event: 'first-key'; readonly key: string }
  | { readonly event: 'first-key'; readonly problem: string }

const TIER = 'demo'

export async function makeFirstKey({ redis }: Pick<Gateway, 'redis'>, { label }: FirstKeyOrder): Promise<FirstKey> {
  try {
    const { keyCreate } = await import('./admin/command/key-create.ts')
    const { recordAction } = await import('./admin/operator-audit.ts')
    const key = await keyCreate.run(redis, { operands: [], options: { tier: TIER, label } })
    await recordAction(redis, [...keyCreate.name.split(' '), '--tier', TIER, '--label', label], 'done')
    return { event: 'first-key', key }
  } catch (error) {
    return { event: 'first-key', problem: `no demo key could be made: ${(error as Error).message}` }
  }
}
