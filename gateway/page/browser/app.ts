/** The page around the views: what is loaded, what is shown, and how files come in. */
import { h } from './dom/element.ts'
import type { LoadedFile, Marked, Shell } from './loaded.ts'
import type { ComparisonReplies } from './schedule/comparison-replies.ts'
import { Client, type Running } from './service/client.ts'
import { Keys, type PageFacts } from './service/key.ts'
import type { Access, Progress } from './service/messages.ts'
import { Refused } from './service/refused.ts'
import { type TakeAlong, takeAlong } from './service/take-along.ts'
import { TEXT } from './texts.ts'
import { compareView } from './views/compare.ts'
import { failureView } from './views/failure.ts'
import { fileInput, fileSwitch } from './views/files.ts'
import { ganttView } from './views/gantt.ts'
import { overviewView } from './views/overview.ts'
import { plotsView } from './views/plots.ts'
import { ProgressView } from './views/progress.ts'
import { startView } from './views/start.ts'

const VIEWS = ['overview', 'gantt', 'plots', 'compare'] as const
type View = (typeof VIEWS)[number]

const SAMPLE = 'update.xer'
const KEY_INVALID = 'credentials_invalid'

/** By data date, the earliest first; those without one before all others. */
const byDataDate = (a: LoadedFile, b: LoadedFile): number => (a.schedule.dataDate || 0) - (b.schedule.dataDate || 0)

export class App implements Shell {
  readonly base: string
  readonly #facts: PageFacts
  readonly #keys: Keys
  readonly #client: Client
  readonly #main = h('main', { id: 'main', tabindex: -1 })
  readonly #nav = h('div', { class: 'nav' })
  #files: readonly LoadedFile[] = []
  #loaded: LoadedFile | undefined
  #compared: { readonly files: readonly LoadedFile[]; readonly replies: ComparisonReplies } | undefined
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
    for (const [i, id] of (this.#loaded?.schedule.ids ?? []).entries()) if (wanted.has(id)) tasks.add(i)
    this.#marked = { title, tasks }
    this.#chosen = tasks.values().next().value
    this.#show('gantt')
  }

  choose(id: string): void {
    this.#chosen = this.#loaded?.schedule.ids.indexOf(id)
    this.#show('gantt')
  }

  async save(what: TakeAlong): Promise<void> {
    const loaded = this.#loaded
    if (loaded !== undefined) await takeAlong(loaded, what, await this.#access())
  }

  #put(...children: readonly Node[]): void {
    this.#dispose()
    this.#dispose = () => {}
    this.#main.replaceChildren(...children)
    scrollTo(0, 0)
  }

  #showStart(): void {
    this.#nav.replaceChildren()
    const intake = { take: (files: readonly File[]) => void this.#take(files), sample: () => void this.#sample() }
    this.#put(startView(this.#facts, this.#keys, intake))
  }

  async #sample(): Promise<void> {
    try {
      const { base, key } = await this.#access()
      const path = new URL(`api/v1/sandbox/fixtures/${SAMPLE}`, base)
      const answer = await fetch(path, { headers: { 'x-api-key': key } })
      if (!answer.ok) throw new Refused({ code: `http_${answer.status}`, sentence: '', places: [] })
      await this.#take([new File([await answer.blob()], SAMPLE)])
    } catch (error) {
      this.#showFailure(SAMPLE, error)
    }
  }

  #showFailure(name: string, error: unknown): void {
    const failure = error instanceof Refused ? error.failure : { code: 'network', sentence: '', places: [] }
    if (failure.code === KEY_INVALID) this.#keys.forget()
    this.#nav.replaceChildren()
    const again = (): void => (this.#loaded === undefined ? this.#showStart() : this.#show(this.#view))
    this.#put(failureView(name, failure, again))
  }

  async #access(): Promise<Access> {
    return { base: this.base, key: await this.#keys.key() }
  }

  /** Shows how far something is until it is there. */
  async #waitFor<Of>(
    name: string,
    run: (access: Access, tell: (progress: Progress) => void) => Running<Of>,
  ): Promise<Of> {
    const access = await this.#access()
    const progress = new ProgressView(name)
    const running = run(access, state => progress.tell(state))
    progress.whenCancelled(() => running.cancel())
    this.#put(progress.element)
    return running.outcome
  }

  async #take(files: readonly File[]): Promise<void> {
    for (const file of files) {
      try {
        const outcome = await this.#waitFor(file.name, (access, tell) => this.#client.analyse(file, access, tell))
        const loaded: LoadedFile = { ...outcome, name: file.name, file }
        this.#files = [...this.#files, loaded].sort(byDataDate)
      } catch (error) {
        this.#showFailure(file.name, error)
        return
      }
    }
    this.#choose(this.#files.at(-1))
    this.#show(this.#files.length > 1 ? 'compare' : 'overview')
  }

  #choose(file: LoadedFile | undefined): void {
    this.#loaded = file
    this.#marked = undefined
    this.#chosen = undefined
  }

  #drawNav(): void {
    const views = VIEWS.filter(each => each !== 'compare' || this.#files.length > 1)
    this.#nav.replaceChildren(
      h(
        'nav',
        { 'aria-label': TEXT.views },
        ...views.map(each =>
          h(
            'button',
            {
              type: 'button',
              'aria-current': each === this.#view ? 'page' : undefined,
              onclick: () => this.#show(each),
            },
            TEXT.tabs[each],
          ),
        ),
      ),
      ...(this.#files.length > 1 ? [this.#fileSwitch()] : []),
      h(
        'label',
        { class: 'button', for: 'add' },
        TEXT.files.add,
        fileInput('add', files => void this.#take(files)),
      ),
    )
  }

  #fileSwitch(): HTMLElement {
    return fileSwitch(this.#files, this.#loaded, file => {
      this.#choose(file)
      this.#show(this.#view === 'compare' ? 'overview' : this.#view)
    })
  }

  #show(view: View): void {
    const loaded = this.#loaded
    if (loaded === undefined) return
    this.#view = view
    this.#drawNav()
    if (view === 'overview') this.#put(overviewView(loaded, this))
    else if (view === 'plots') this.#put(plotsView(loaded))
    else if (view === 'compare') void this.#showComparison()
    else {
      const gantt = ganttView(loaded, { marked: this.#marked, chosen: this.#chosen })
      this.#put(gantt.element)
      gantt.opened()
      this.#dispose = gantt.dispose
    }
  }

  async #showComparison(): Promise<void> {
    const files = this.#files
    if (this.#compared?.files !== files) {
      const dated = files.map(({ file, analysed }) => ({ file, dataDate: analysed.cpm.data.data_date.date }))
      try {
        const replies = await this.#waitFor(TEXT.compare.waiting, (access, tell) =>
          this.#client.compare(dated, access, tell),
        )
        this.#compared = { files, replies }
      } catch (error) {
        this.#view = 'overview'
        this.#showFailure(TEXT.compare.waiting, error)
        return
      }
    }
    this.#loaded = files.at(-1)
    if (this.#view !== 'compare') return
    this.#drawNav()
    this.#put(compareView(files, this.#compared!.replies, this))
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
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) void this.#take(files)
    })
  }
}
