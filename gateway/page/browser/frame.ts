/** What stands around every view: the way past the head, title, tabs, the file that is looked at, and what is said once above a view. */
import { listenForDrops } from './dom/drops.ts'
import { h } from './dom/element.ts'
import type { LoadedFile } from './loaded.ts'
import { VIEWS, type View } from './place.ts'
import type { PageSettings } from './service/key.ts'
import type { Language } from './texts/languages.ts'
import { TEXT } from './texts.ts'
import { fileInput, fileSwitch } from './views/files.ts'
import { englishNote } from './views/language.ts'
import { whereIt } from './views/start.ts'

interface FrameListener {
  chosen(view: View): void
  looksAt(file: LoadedFile): void
  closes(file: LoadedFile): void
  takes(files: readonly File[]): void
  speaks(language: Language): void
  opensSettings(): void
  /** What is set otherwise than the file says. */
  differs(): readonly string[]
  /** Changes of the file that are tried, where the view shows it without them. */
  triedCount(): number
}

export class Frame {
  /** What is said once, above the view that comes next. */
  notice = ''
  readonly #settings: PageSettings
  readonly #listener: FrameListener
  readonly #main = h('main', { id: 'main', tabindex: -1 })
  readonly #nav = h('div', { class: 'nav' })
  readonly #skip = h('a', { class: 'skip', href: '#main' })
  readonly #top = h('header', { class: 'top' })
  readonly #foot = h('footer', { class: 'foot' })
  /** What is shown has few sentences of the analyses: the table of activities, or no file at all. */
  #hasFewSentences = true
  #dispose: () => void = () => {}

  constructor(settings: PageSettings, listener: FrameListener) {
    this.#settings = settings
    this.#listener = listener
  }

  open(): void {
    this.draw()
    document.body.append(this.#skip, this.#top, this.#main, this.#foot)
    listenForDrops(files => this.#listener.takes(files))
  }

  /** In the language that is spoken. */
  draw(): void {
    this.#skip.textContent = TEXT.skip
    this.#top.replaceChildren(
      h('a', { class: 'home', href: this.#settings.base }, TEXT.title),
      whereIt(
        this.#settings,
        language => this.#listener.speaks(language),
        () => this.#listener.opensSettings(),
      ),
      this.#nav,
    )
  }

  focusLanguage(): void {
    this.#top.querySelector<HTMLElement>('.where select')?.focus()
  }

  focusSearch(): void {
    this.#main.querySelector<HTMLElement>('.tools [type=search]')?.focus()
  }

  /** A view; dispose: called before the next one. */
  put(children: readonly Node[], dispose: () => void = () => {}): void {
    this.#dispose()
    this.#dispose = dispose
    const notice = this.notice === '' ? [] : [h('p', { class: 'notice', role: 'status' }, this.notice)]
    this.notice = ''
    const isInside = this.#main.contains(document.activeElement)
    // said before the sentences that it is of; under a table that takes the window, where there are few
    const note = englishNote()
    const [above, below] = this.#hasFewSentences || note === null ? [[], note === null ? [] : [note]] : [[note], []]
    this.#foot.replaceChildren(...below)
    this.#main.replaceChildren(...above, ...notice, ...this.#setting(), ...this.#tried(), ...children)
    // the keyboard goes on where the new view begins
    if (isInside) this.#main.focus({ preventScroll: true })
    scrollTo(0, 0)
  }

  #setting(): HTMLElement[] {
    const differs = this.#listener.differs()
    if (differs.length === 0) return []
    const open = (): void => this.#listener.opensSettings()
    const button = h('button', { type: 'button', class: 'link', onclick: open }, TEXT.settings.open)
    return [h('p', { class: 'note differs' }, `${TEXT.settings.differs(differs.join('; '))} `, button)]
  }

  #tried(): HTMLElement[] {
    const count = this.#listener.triedCount()
    if (count === 0) return []
    const open = (): void => this.#listener.chosen('activities')
    const button = h('button', { type: 'button', class: 'link', onclick: open }, TEXT.tabs.activities)
    return [h('p', { class: 'note differs tried' }, `${TEXT.whatIf.elsewhere(count)} `, button)]
  }

  #closeButton(file: LoadedFile): HTMLElement {
    const close = (): void => this.#listener.closes(file)
    const name = TEXT.files.close
    return h('button', { type: 'button', class: 'button', title: name, 'aria-label': name, onclick: close }, '×')
  }

  clearNav(): void {
    this.#hasFewSentences = true
    this.#nav.replaceChildren()
  }

  drawNav(all: readonly LoadedFile[], loaded: LoadedFile | undefined, view: View): void {
    this.#hasFewSentences = view === 'activities'
    const views = VIEWS.filter(each => each !== 'compare' || all.length > 1)
    const current = (each: View): string | undefined => (each === view ? 'page' : undefined)
    const tab = (each: View): HTMLElement =>
      h(
        'button',
        { type: 'button', 'aria-current': current(each), onclick: () => this.#listener.chosen(each) },
        TEXT.tabs[each],
      )
    const add = fileInput('add', files => this.#listener.takes(files))
    const focused = this.#nav.contains(document.activeElement) ? document.activeElement?.tagName : undefined
    this.#nav.replaceChildren(
      h('nav', { 'aria-label': TEXT.views }, ...views.map(tab)),
      ...(all.length > 1 ? [fileSwitch(all, loaded, file => this.#listener.looksAt(file))] : []),
      h('label', { class: 'button', for: 'add' }, TEXT.files.add, add),
      ...(loaded === undefined ? [] : [this.#closeButton(loaded)]),
    )
    // what was pressed is pressed again by the same key
    if (focused === 'SELECT') this.#nav.querySelector('select')?.focus()
    else if (focused !== undefined) this.#nav.querySelector<HTMLElement>('[aria-current]')?.focus()
  }
}
