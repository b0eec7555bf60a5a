/**
 * Commands that had no reply when their connection was lost. ioredis fails them when the server stays away, and a cluster fails them at once; but
 * when the next connection to one server succeeds, ioredis drops them, and their callers would wait for the timeout.
 */
import type { Command, Redis } from 'ioredis'

/** The queue of ioredis: oldest first. */
interface CommandQueue {
  shift(): { readonly command: Command } | undefined
}

/** Fails them when the next connection is there, so that a caller that repeats its operation finds it. */
export function failLostCommands(client: Redis): void {
  let lost: CommandQueue | undefined
  client.on('close', () => {
    lost = (client as unknown as { commandQueue: CommandQueue }).commandQueue
  })
  client.on('connect', () => {
    for (let item = lost?.shift(); item !== undefined; item = lost?.shift())
      item.command.reject(new Error('The connection was lost before the reply.'))
  })
}
