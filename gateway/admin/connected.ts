/** Which processes of the service are connected to any of the servers: each names its connection (connect()). */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { mastersOf } from '../../shared/redis/masters.ts'

const ROLES = ['gateway', 'node', 'deliverer'] as const
type Role = (typeof ROLES)[number]

export interface Connected {
  readonly role: Role
  /** What it says of itself; empty = nothing. */
  readonly about: string
}

/** One row for each name; a process has several connections. */
export async function connected(client: RedisClient): Promise<Connected[]> {
  const lists = await Promise.all((await mastersOf(client)).map(server => server.client('LIST') as Promise<string>))
  const names = new Set(lists.flatMap(list => [...list.matchAll(/ name=sis-(\S+)/g)].map(match => match[1]!)))
  return [...names].flatMap(name => {
    const [first, ...about] = name.split('/')
    const role = ROLES.find(one => first === one || first!.startsWith(`${one}-`))
    return role === undefined ? [] : [{ role, about: about.join('/') }]
  })
}
