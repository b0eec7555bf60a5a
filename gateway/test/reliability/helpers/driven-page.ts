/** A page that a test looks at and types into: Chromium driven over its DevTools protocol, without a package for it. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { CHROMIUM_FLAGS, chromium } from './chromium.ts'

type Message = Record<string, unknown>

export interface DrivenPage {
  open(url: string): Promise<void>
  /** The value of an expression in the page, awaited; it must be one that JSON has. */
  value<Value>(expression: string): Promise<Value>
  /** Asks again until the expression is true. */
  until(expression: string): Promise<void>
  command(method: string, params?: Message): Promise<Message>
}

const WAIT_MS_MAX = 30_000
const GONE = 'The browser has ended.'

export async function drivenPage(t: Test): Promise<DrivenPage> {
  const profile = mkdtempSync(join(tmpdir(), 'sis-chromium-'))
  const browser = spawn(
    chromium(),
    [
      ...CHROMIUM_FLAGS,
      '--remote-debugging-port=0',
      '--window-size=1280,1000',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { env: { ...process.env, HOME: profile, TMPDIR: profile, NODE_OPTIONS: '' }, stdio: 'ignore' },
  )
  const ended = new Promise<void>(resolve => browser.on('close', () => resolve()))
  t.teardown(async () => {
    browser.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })
  const portFile = join(profile, 'DevToolsActivePort')
  for (let waited = 0; !existsSync(portFile) && waited < WAIT_MS_MAX; waited += 50) await pause(50)
  const port = readFileSync(portFile, 'utf8').split('\n')[0]
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Message[]
  const socket = new WebSocket(String(targets.find(target => target.type === 'page')!.webSocketDebuggerUrl))
  await new Promise(resolve => socket.addEventListener('open', resolve, { once: true }))
  const waiting = new Map<number, (message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    waiting.get(message.id as number)?.(message)
    waiting.delete(message.id as number)
  })
  // a browser that ends on its own answers nothing any more: what waits for it fails, and does not hang
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ error: GONE })
    waiting.clear()
  })
  let count = 0
  const command = async (method: string, params: Message = {}): Promise<Message> => {
    if (socket.readyState !== WebSocket.OPEN) throw new Error(`${method}: ${GONE}`)
    const id = ++count
    const answered = new Promise<Message>(resolve => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await answered
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result as Message
  }
  const value = async <Value>(expression: string): Promise<Value> => {
    const { result, exceptionDetails } = await command('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails !== undefined)
      throw new Error(`${expression.slice(0, 200)}: ${JSON.stringify(exceptionDetails)}`)
    return (result as Message).value as Value
  }
  const until = async (expression: string): Promise<void> => {
    for (let waited = 0; waited < WAIT_MS_MAX; waited += 100) {
      if ((await value<boolean>(`Boolean(${expression})`).catch(() => false)) === true) return
      if (socket.readyState !== WebSocket.OPEN) throw new Error(GONE)
      await pause(100)
    }
    throw new Error(`never true: ${expression}`)
  }
  const open = async (url: string): Promise<void> => {
    await command('Page.navigate', { url })
    await until(`document.readyState === 'complete' && location.href.startsWith(${JSON.stringify(url)})`)
  }
  await command('Page.enable')
  return { open, value, until, command }
}
