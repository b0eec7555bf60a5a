/** The page around the views: what is loaded, what is shown, and how a file comes in. */
import { h } from './dom/element.ts'
import type { LoadedFile, Marked, Shell } from './loaded.ts'
import { Client } from './service/client.ts'
import { Keys, type PageFacts } from './service/key.ts'
import { Refused } from './service/refused.ts'
import { TEXT } from './texts.ts'
import { failureView } from './views/failure.ts'
import { ganttView } from './views/gantt.ts'
import { overviewView } from './views/overview.ts'
import { ProgressView } from './views/progress.ts'
import { startView } from './views/start.ts'

const VIEWS = ['overview', 'gantt'] as const
type View = (typeof VIEWS)[number]

const SAMPLE = 'update.xer'
const KEY_INVALID = 'credentials_invalid'

export class App implements Shell {
  readonly base: string
  readonly #facts: PageFacts
  readonly #keys: Keys
  readonly #client: Client
  readonly #main = h('main', { id: 'main', tabindex: -1 })
  readonly #nav = h('nav', { 'aria-label': TEXT.title })
  #loaded: LoadedFile | undefined
  #view: View = 'overview'
  #marked: Marked | undefined
  #chosen: number | undefined
  #dispose: () => void = () => {}

  constructor(facts: PageFacts, workerUrl: string) {
    this.base = facts.base
    this.#facts = facts
    this.#keys = new Keys(facts)
    this.#client = new Client(workerUrl)
  }

  open(): void {
    document.body.append(
      h('a', { class: 'skip', href: '#main' }, TEXT.skip),
      h(
        'header',
        { class: 'top' },
        h('a', { class: 'home', href: this.base }, TEXT.title),
        this.#nav,
        h('a', { class: 'docs', href: 'docs' }, TEXT.start.docs),
      ),
      this.#main,
    )
    this.#listenForDrops()
    this.#showStart()
  }

  mark(title: string, ids: readonly string[]): void {
    const wanted = new Set(ids)
    const tasks = new Set<number>()
    this.#loaded?.schedule.ids.forEach((id, i) => {
      if (wanted.has(id)) tasks.add(i)
    })
    this.#marked = { title, tasks }
    this.#chosen = tasks.values().next().value
    this.#show('gantt')
  }

  choose(id: string): void {
    this.#chosen = this.#loaded?.schedule.ids.indexOf(id)
    this.#show('gantt')
  }

  #put(...children: readonly Node[]): void {
    this.#dispose()
    this.#dispose = () => {}
    this.#main.replaceChildren(...children)
  }

  #showStart(): void {
    this.#nav.replaceChildren()
    this.#put(
      startView(this.#facts, this.#keys, { take: file => void this.#take(file), sample: () => void this.#sample() }),
    )
  }

  async #sample(): Promise<void> {
    const path = `api/v1/sandbox/fixtures/${SAMPLE}`
    try {
      const answer = await fetch(new URL(path, this.base), { headers: { 'x-api-key': await this.#keys.key() } })
      if (answer.ok) await this.#take(new File([await answer.blob()], SAMPLE))
    } catch (error) {
      this.#showFailure(SAMPLE, error)
    }
  }

  #showFailure(name: string, error: unknown): void {
    const failure = error instanceof Refused ? error.failure : { code: 'network', sentence: '', places: [] }
    if (failure.code === KEY_INVALID) this.#keys.forget()
    this.#nav.replaceChildren()
    this.#put(failureView(name, failure, () => this.#showStart()))
  }

  async #take(file: File): Promise<void> {
    try {
      const access = { base: this.base, key: await this.#keys.key() }
      const progress = new ProgressView(file.name)
      const running = this.#client.analyse(file, access, state => progress.tell(state))
      progress.whenCancelled(() => running.cancel())
      this.#put(progress.element)
      const outcome = await running.outcome
      this.#loaded = { ...outcome, name: file.name, file }
      this.#marked = undefined
      this.#chosen = undefined
      this.#show('overview')
    } catch (error) {
      this.#showFailure(file.name, error)
    }
  }

  #show(view: View): void {
    const loaded = this.#loaded
    if (loaded === undefined) return
    this.#view = view
    this.#nav.replaceChildren(
      ...VIEWS.map(each =>
        h(
          'button',
          { type: 'button', 'aria-current': each === this.#view ? 'page' : undefined, onclick: () => this.#show(each) },
          TEXT.tabs[each],
        ),
      ),
    )
    if (view === 'overview') {
      this.#put(overviewView(loaded, this))
      return
    }
    const gantt = ganttView(loaded, { marked: this.#marked, chosen: this.#chosen })
    this.#put(gantt.element)
    gantt.opened()
    this.#dispose = gantt.dispose
  }

  #listenForDrops(): void {
    document.addEventListener('dragover', event => {
      event.preventDefault()
      document.body.classList.add('dropping')
    })
    document.addEventListener('dragleave', event => {
      if (event.relatedTarget === null) document.body.classList.remove('dropping')
    })
    document.addEventListener('drop', event => {
      event.preventDefault()
      document.body.classList.remove('dropping')
      const file = event.dataTransfer?.files[0]
      if (file !== undefined) void this.#take(file)
    })
  }
}
