/**
 * The demo key that `npm start` shows. The gateway creates it with the operator's command, because a process of its own for the command would
 * start as slowly as the gateway itself.
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
    const { keyCreate } = await import('./admin/command/keys.ts')
    const { recordAction } = await import('./admin/operator-audit.ts')
    const key = await keyCreate.run(redis, { operands: [], options: { tier: TIER, label } })
    await recordAction(redis, [...keyCreate.name.split(' '), '--tier', TIER, '--label', label], 'done')
    return { event: 'first-key', key }
  } catch (error) {
    return { event: 'first-key', problem: `no demo key could be made: ${(error as Error).message}` }
  }
}
