/** Where the page begins: what the server said in the markup, or what the file has in it, and the application made of it. */
import { App } from './app.ts'
import { h } from './dom/element.ts'
import { packedWorker } from './one-file.ts'
import type { PageSettings } from './service/key.ts'
import { wantedLanguage } from './texts/languages.ts'
import { speak, TEXT, type TextUrls } from './texts.ts'

const script = document.querySelector<HTMLScriptElement>('script[data-worker]')
if (script === null) void openOneFile()
else {
  const { worker = '', engine = '', texts = '', localTier, demoTasks, demoCalls } = script.dataset
  const base = new URL('.', location.href).href
  // the token of the address has done its work (service/page-keys.ts)
  if (location.search.startsWith('?open=')) history.replaceState(null, '', base)
  const tasks = Number(demoTasks)
  const engineUrl = new URL(engine, base).href
  const tiers = { localTier, demoTasks: tasks, demoCalls: Number(demoCalls) }
  const settings: PageSettings = { base, engineUrl, ...tiers, isOneFile: false }
  const urls = texts
    .split(' ')
    .map(each => each.split('='))
    .map(([language = '', url = '']) => [language, new URL(url, base).href])
  void openWith(settings, new URL(worker, base).href, Object.fromEntries(urls))
}

async function openWith(settings: PageSettings, workerUrl: string, texts: TextUrls): Promise<void> {
  await speak(wantedLanguage(), texts)
  new App(settings, workerUrl, texts).open()
}

async function openOneFile(): Promise<void> {
  const base = location.href.replace(/#.*/, '')
  const settings = { base, engineUrl: '', localTier: undefined, demoTasks: 0, demoCalls: 0 }
  try {
    await openWith({ ...settings, isOneFile: true }, await packedWorker(), {})
  } catch {
    document.body.append(h('p', { class: 'start', role: 'alert' }, TEXT.where.tooOld))
  }
}
