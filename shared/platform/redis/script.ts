/**
 * Lua scripts as files: `commands/<name>-<key count>.lua` (n: as many keys as the call needs), each starting with `#!lua` and a header of
 * KEYS, ARGV and Output. The tables that a script needs (tiers, for example) are put in front of it, see prelude.ts. A script is run by its
 * hash, and sent as a whole when the server does not know it.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Cluster, Redis } from 'ioredis'
import { prelude } from './prelude.ts'

export interface Script {
  readonly name: string
  /** null: as many as it is given. */
  readonly keyCount: number | null
  readonly source: string
  readonly sha1: string
}

export type Argument = string | number | Buffer

/** Reads a script of the folder `commands`: `script('settle-7')`. Throws when the file breaks the form above. */
export function script(file: string): Script {
  const [, name, keyCount] = file.match(/^([a-z-]+)-(\d+|n)$/) ?? []
  if (!name) throw new Error(`${file}: a script is named <name>-<key count>`)
  const text = readFileSync(new URL(`./commands/${file}.lua`, import.meta.url), 'utf8')
  const [shebang, ...body] = text.split('\n')
  // without it a cluster lets a script touch foreign slots unnoticed
  if (!/^#!lua( flags=[a-z,-]+)?$/.test(shebang!))
    throw new Error(`${file}: the first line is "#!lua", with flags or not`)
  for (const part of ['KEYS', 'ARGV', 'Output']) {
    if (!body.some(line => line.startsWith(`-- ${part}`))) throw new Error(`${file}: the header lacks ${part}`)
  }
  const source = [shebang, prelude(body.join('\n')), ...body].join('\n')
  const sha1 = createHash('sha1').update(source).digest('hex')
  return { name, keyCount: keyCount === 'n' ? null : Number(keyCount), source, sha1 }
}

/** Runs a script once. A lost reply rejects; the script may have run. */
export async function run(
  client: Redis | Cluster,
  { name, keyCount, source, sha1 }: Script,
  keys: string[],
  args: Argument[],
): Promise<unknown> {
  if (keyCount !== null && keys.length !== keyCount)
    throw new Error(`${name} takes ${keyCount} keys, not ${keys.length}`)
  try {
    return await client.evalsha(sha1, keys.length, ...keys, ...args)
  } catch (error) {
    // a script the server does not know has not run
    if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
    return client.eval(source, keys.length, ...keys, ...args)
  }
}
