/**
 * A model's tool loop as a program: it gets one JSON line per question on its input and answers in lines. `{"type":"question","question","answer_members","tools"}`
 * comes first; the program sends `{"type":"call","name","arguments"}`, gets `{"type":"result","result"}`, and ends with `{"type":"answer","answer"}`.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Facts, Reply } from './questions.ts'

interface ToolUser {
  readonly tools: readonly object[]
  readonly question: string
  readonly members: Readonly<Record<string, string>>
  /** The whole result of tools/call, as a client has it. */
  call(name: string, args: object): Promise<Reply>
}

/** A loop that calls on and on is ended. */
const CALLS_MAX = 20

export async function askModel(command: string, { tools, question, members, call }: ToolUser): Promise<Facts | string> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] })
  const say = (line: object): void => void child.stdin.write(`${JSON.stringify(line)}\n`)
  // it may end before it has read all
  child.stdin.on('error', () => {})
  say({ type: 'question', question, answer_members: members, tools })
  try {
    let calls = 0
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.trim() === '') continue
      const said = JSON.parse(line) as { type: string; name?: string; arguments?: object; answer?: Facts }
      if (said.type === 'answer') return said.answer ?? 'an answer without `answer`'
      if (said.type !== 'call' || said.name === undefined) return `not understood: ${line.slice(0, 200)}`
      if (++calls > CALLS_MAX) return `more than ${CALLS_MAX} calls`
      say({ type: 'result', result: await call(said.name, said.arguments ?? {}) })
    }
    return 'the program ended without an answer'
  } catch (error) {
    return String(error)
  } finally {
    child.kill()
  }
}
