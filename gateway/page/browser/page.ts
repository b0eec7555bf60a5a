/** Where the page begins: what the server said in the markup, and the application made of it. */
import { App } from './app.ts'
import type { PageSettings } from './service/key.ts'

const script = document.querySelector<HTMLScriptElement>('script[data-worker]')!
const { worker = '', localTier, demoTasks, demoCalls } = script.dataset
const base = new URL('.', location.href).href
// the token of the address has done its work (service/page-keys.ts)
if (location.search.startsWith('?open=')) history.replaceState(null, '', base)
const settings: PageSettings = { base, localTier, demoTasks: Number(demoTasks), demoCalls: Number(demoCalls) }

new App(settings, new URL(worker, base).href).open()
