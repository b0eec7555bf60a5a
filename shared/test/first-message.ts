/** The first message of a child process, which says that it is ready; throws when it ends instead. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export function firstMessage<Message>(child: ChildProcess): Promise<Message> {
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the process ended (${code ?? signal}) before it was ready`)
  })
  return Promise.race([once(child, 'message').then(([message]) => message as Message), ended])
}
