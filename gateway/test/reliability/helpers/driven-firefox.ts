/** A page in a Firefox of this machine, driven over WebDriver BiDi without a package for it. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'

type Message = Record<string, unknown>

const WAIT_MS_MAX = 60_000
const NAMES = ['firefox-esr', 'firefox']

/** Undefined: there is none. FIREFOX names one that is not in the PATH. */
export function firefox(): string | undefined {
  const { FIREFOX, PATH = '' } = process.env
  if (FIREFOX) return FIREFOX
  return PATH.split(delimiter)
    .flatMap(folder => NAMES.map(name => join(folder, name)))
    .find(existsSync)
}

/** What is saved goes to the folder without a question. */
const preferences = (folder: string): string =>
  Object.entries({
    'browser.download.folderList': 2,
    'browser.download.dir': folder,
    'browser.download.always_ask_before_handling_new_types': false,
    'browser.download.open_pdf_attachments_inline': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n')

/** downloads: where files are saved. */
export async function drivenFirefox(t: Test, downloads: string) {
  const profile = mkdtempSync(join(tmpdir(), 'sis-firefox-'))
  writeFileSync(join(profile, 'user.js'), preferences(downloads))
  const browser = spawn(
    firefox()!,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank'],
    { env: { ...process.env, HOME: profile, TMPDIR: profile, NODE_OPTIONS: '' }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise<void>(resolve => browser.on('close', () => resolve()))
  t.teardown(async () => {
    browser.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    browser.stderr.on('data', part => {
      said += String(part)
      const [, found] = /listening on (ws:\S+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error(`Firefox has ended: ${said}`)))
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise(resolve => socket.addEventListener('open', resolve, { once: true }))
  const waiting = new Map<unknown, (message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ type: 'error', message: 'The browser has ended.' })
    waiting.clear()
  })
  let count = 0
  const command = async (method: string, params: Message = {}): Promise<Message> => {
    const id = ++count
    const answered = new Promise<Message>(resolve => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { type, result, message } = await answered
    if (type === 'error') throw new Error(`${method}: ${message}`)
    return result as Message
  }
  await command('session.new', { capabilities: {} })
  const { contexts } = await command('browsingContext.getTree')
  const { context } = (contexts as { context: string }[])[0]!
  const evaluate = async (expression: string): Promise<Message> => {
    const params = { expression, target: { context }, awaitPromise: true, userActivation: true }
    const { type, result, exceptionDetails } = await command('script.evaluate', params)
    if (type === 'exception') throw new Error(`${expression.slice(0, 200)}: ${JSON.stringify(exceptionDetails)}`)
    return result as Message
  }
  /** The value of an expression in the page, awaited; it must be one that JSON has. */
  const value = async <Value>(expression: string): Promise<Value> => {
    const { value: text } = await evaluate(`Promise.resolve(${expression}).then(each => JSON.stringify(each ?? null))`)
    return JSON.parse(String(text)) as Value
  }
  return {
    value,
    /** Asks again until the expression is true. */
    async until(expression: string): Promise<void> {
      for (let waited = 0; waited < WAIT_MS_MAX; waited += 100) {
        if (await value<boolean>(`Boolean(${expression})`).catch(() => false)) return
        await pause(100)
      }
      throw new Error(`never true: ${expression}`)
    },
    /** script: runs in each page before its own. */
    before: (script: string) => command('script.addPreloadScript', { functionDeclaration: `() => {${script}}` }),
    open: (url: string) => command('browsingContext.navigate', { context, url, wait: 'complete' }),
    /** Chooses files of this machine at the input of this id. */
    async chooseAt(id: string, ...files: string[]): Promise<void> {
      const { sharedId } = await evaluate(`document.getElementById(${JSON.stringify(id)})`)
      await command('input.setFiles', { context, element: { sharedId }, files })
    },
  }
}
