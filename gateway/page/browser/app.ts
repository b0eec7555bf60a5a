/** The page around the views: what is loaded, what is shown, and how files come in. */

import { ALL, type Choice, type Only } from './activities/choice.ts'
import { listenForDrops } from './dom/drops.ts'
import { h } from './dom/element.ts'
import type { LoadedFile, Shell } from './loaded.ts'
import { packedSample } from './one-file.ts'
import { baselineDates, isBaseline, OpenedFiles } from './opened-files.ts'
import { fileKey, goTo, type Place, placeOf, scrollOf, VIEWS, type View } from './place.ts'
import type { AuditReply } from './schedule/audit-replies.ts'
import type { Change } from './schedule/changes.ts'
import type { ComparisonReplies } from './schedule/comparison-replies.ts'
import type { DelayEvent } from './schedule/events.ts'
import type { FileFields } from './schedule/file-fields.ts'
import type { Levelled, LevelRequest } from './schedule/levelling.ts'
import type { ResourceLoad } from './schedule/resource-load.ts'
import type { AuditRequest } from './service/audit.ts'
import { Client, type Running } from './service/client.ts'
import { forgetFiles, type Kept, type KeptFile, keepFiles, keptFiles } from './service/kept-files.ts'
import { Keys, type PageSettings } from './service/key.ts'
import { levelledFile, levelledSchedule } from './service/levelled-file.ts'
import { throughWorker } from './service/local-transport.ts'
import type { Access, Progress } from './service/messages.ts'
import { Refused } from './service/refused.ts'
import { type ReportAsked, takeReport } from './service/signed-report.ts'
import { stemOf, type TakeAlong, takeAlong } from './service/take-along.ts'
import { transport, useTransport } from './service/transport.ts'
import { takeChanged, type WrittenForm } from './service/written-file.ts'
import { setByAddress } from './settings.ts'
import { keepLanguage, type Language } from './texts/languages.ts'
import { speak, TEXT, type TextUrls } from './texts.ts'
import { activitiesView } from './views/activities.ts'
import { auditsView } from './views/audits.ts'
import { compareView } from './views/compare.ts'
import { failureView, sentenceOf } from './views/failure.ts'
import { fileInput, fileSwitch, titleOf } from './views/files.ts'
import { englishNote } from './views/language.ts'
import { levellingView } from './views/levelling.ts'
import { overviewView } from './views/overview.ts'
import { plotsView } from './views/plots.ts'
import { ProgressView } from './views/progress.ts'
import { openSettings } from './views/settings.ts'
import { startView, whereIt } from './views/start.ts'
import { WhatIf } from './what-if.ts'

const SAMPLE = 'update.xer'
/** Updates of one project, which the page compares. */
const SERIES = [1, 2, 3, 4].map(n => `footbridge-claim-${n}.xer`)
const KEY_INVALID = 'credentials_invalid'
const CANCELLED = 'cancelled'

export class App implements Shell {
  readonly base: string
  readonly #settings: PageSettings
  readonly #keys: Keys
  readonly #client: Client
  /** Of its own, so that the schedule that it holds open is there for the next change. */
  readonly #desk: Client
  readonly #whatIfs = new WeakMap<Blob, WhatIf>()
  readonly #main = h('main', { id: 'main', tabindex: -1 })
  readonly #nav = h('div', { class: 'nav' })
  readonly #skip = h('a', { class: 'skip', href: '#main' })
  readonly #top = h('header', { class: 'top' })
  readonly #foot = h('footer', { class: 'foot' })
  readonly #texts: TextUrls
  readonly #files: OpenedFiles
  #loaded: LoadedFile | undefined
  /** Files wait until those before them are read. */
  #taking: Promise<void> = Promise.resolve()
  /** What is said once, above the view that comes next. */
  #notice = ''
  #view: View = 'overview'
  #choice: Choice = ALL
  #chosen = -1
  #baseline: string | undefined
  #part = ''
  #dispose: () => void = () => {}

  constructor(settings: PageSettings, workerUrl: string, texts: TextUrls) {
    this.base = settings.base
    this.#texts = texts
    this.#settings = settings
    this.#keys = new Keys(settings)
    this.#client = new Client(workerUrl, settings.isOneFile)
    this.#desk = new Client(workerUrl, settings.isOneFile, true)
    if (settings.isOneFile) useTransport(throughWorker(call => this.#client.ask(call)))
    this.#files = new OpenedFiles(this.#client)
  }

  open(): void {
    this.#drawFrame()
    document.body.append(this.#skip, this.#top, this.#main, this.#foot)
    listenForDrops(files => this.#queue(files))
    addEventListener('popstate', ({ state }) => this.#back(state))
    document.addEventListener('keydown', event => this.#pressed(event))
    setByAddress(location.hash)
    void this.#begin()
  }

  #openSettings(): void {
    openSettings(() => {
      if (this.#loaded !== undefined) this.#show(this.#view, false)
    })
  }

  /** Keys of every view, where nothing is typed. */
  #pressed(event: KeyboardEvent): void {
    const { target, key, ctrlKey, metaKey, altKey } = event
    const isTyped = target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
    if (isTyped || ctrlKey || metaKey || altKey || document.querySelector('dialog') !== null) return
    const view = VIEWS[Number(key) - 1]
    if (key === '?') this.#openSettings()
    else if (key === '/' && this.#loaded !== undefined) {
      if (this.#view !== 'activities') this.#show('activities')
      this.#main.querySelector<HTMLElement>('.tools [type=search]')?.focus()
    } else if (view !== undefined && this.#loaded !== undefined && (view !== 'compare' || this.#files.all.length > 1))
      this.#show(view)
    else return
    event.preventDefault()
  }

  /** What stands around every view, in the language that is spoken. */
  #drawFrame(): void {
    this.#skip.textContent = TEXT.skip
    this.#top.replaceChildren(
      h('a', { class: 'home', href: this.base }, TEXT.title),
      this.#nav,
      whereIt(
        this.#settings,
        language => this.#speak(language),
        () => this.#openSettings(),
      ),
    )
    const note = englishNote()
    this.#foot.replaceChildren(...(note === null ? [] : [note]))
  }

  /** In another language from here on, once the files that are under way are there. */
  #speak(language: Language): void {
    keepLanguage(language)
    this.#taking = this.#taking.then(async () => {
      await speak(language, this.#texts)
      this.#drawFrame()
      const at = scrollY
      if (this.#loaded === undefined) this.#showStart()
      else this.#show(this.#view, false)
      scrollTo(0, at)
      this.#top.querySelector<HTMLElement>('.where select')?.focus()
    })
  }

  /** Where the address says, with the files of this machine. */
  async #begin(): Promise<void> {
    const kept = this.#placeOf(history.state) === undefined ? undefined : await keptFiles()
    if (kept === undefined) this.#showStart()
    else this.#restore(kept)
  }

  #restore({ files, baseline }: Kept): void {
    this.#baseline = baseline
    const state: unknown = history.state
    this.#taking = this.#taking.then(() => this.#take(files, state))
  }

  #placeOf(state: unknown): Place | undefined {
    const { cpm, dcma, score } = this.#loaded?.analysed ?? {}
    const named = [...(dcma?.data.checks ?? []), ...[cpm, dcma, score].flatMap(each => each?.findings ?? [])]
    return placeOf(location.hash, state, title => named.find(each => each.title === title)?.task_ids ?? [])
  }

  #back(state: unknown): void {
    if (this.#placeOf(state) === undefined) {
      // other marks than ours are places within a view
      if (location.hash === '') this.#showStart()
    } else if (this.#loaded === undefined) void this.#begin()
    else this.#arrive(state)
  }

  /** Where the address says; isStep is over, since one is there already. */
  #arrive(state: unknown): void {
    const { file } = this.#placeOf(state)!
    const found = this.#files.all.find(each => fileKey(each.analysed.cpm.metadata.input_sha256) === file)
    this.#choose(found ?? this.#files.last)
    // what a filter names is looked up in the file
    const { view, part, task, choice } = this.#placeOf(state)!
    this.#part = part
    this.#choice = choice
    this.#chosen = task === '' ? -1 : this.#loaded!.schedule.ids.indexOf(task)
    this.#show(view === 'compare' && this.#files.all.length < 2 ? 'overview' : view, false)
    scrollTo(0, scrollOf(state))
  }

  /** The address of what is shown. */
  #write(isStep: boolean): void {
    const { schedule, analysed } = this.#loaded!
    const place: Place = {
      view: this.#view,
      part: this.#view === 'audits' ? this.#part : '',
      file: fileKey(analysed.cpm.metadata.input_sha256),
      task: schedule.ids[this.#chosen] ?? '',
      choice: this.#choice,
    }
    goTo(place, isStep)
  }

  show(filter: Partial<Choice>): void {
    this.#choice = { ...ALL, ...filter }
    this.#chosen = -1
    this.#show('activities')
  }

  choose(id: string): void {
    this.#choice = ALL
    this.#chosen = this.#loaded?.schedule.ids.indexOf(id) ?? -1
    this.#show('activities')
  }

  fields(of: LoadedFile): Promise<FileFields> {
    return this.#files.fields(of, () => this.#access())
  }

  resourceLoad(of: LoadedFile): Promise<ResourceLoad> {
    return this.#files.resourceLoad(of, () => this.#access())
  }

  audit(of: LoadedFile, request: Omit<AuditRequest, 'files'>): Promise<AuditReply> {
    const file = of.withBaseline ?? of.file
    const date = of.analysed.cpm.data.data_date.date ?? ''
    const files = request.id === 'history' ? this.#files.dated() : [{ file, dataDate: date, isStated: true }]
    return this.#access().then(access => this.#client.audit({ ...request, files }, access).outcome)
  }

  get part(): string {
    return this.#part
  }

  showPart(part: string): void {
    this.#part = part
    this.#show(this.#view)
  }

  whatIf(of: LoadedFile): WhatIf {
    let whatIf = this.#whatIfs.get(of.file)
    if (whatIf === undefined) {
      const { engineUrl } = this.#settings
      whatIf = new WhatIf(of, asked => this.#desk.whatIf({ ...asked, engineUrl }).outcome)
      this.#whatIfs.set(of.file, whatIf)
    }
    return whatIf
  }

  async takeChanged(of: LoadedFile, changes: readonly Change[], form: WrittenForm): Promise<string> {
    return takeChanged(of, changes, form, await this.#access())
  }

  async level(
    of: LoadedFile,
    request: LevelRequest,
    onProgress: (progress: Progress) => void,
  ): Promise<Running<Levelled>> {
    return this.#client.level(of.file, request, await this.#access(), onProgress)
  }

  async takeLevelled(of: LoadedFile, request: LevelRequest, form: WrittenForm | 'page'): Promise<string> {
    if (form !== 'page') return levelledFile(of, request, form, await this.#access())
    const file = await levelledSchedule(of, request, await this.#access())
    this.#queue([new File([file], TEXT.levelling.nameOf(stemOf(of)), { type: 'application/json' })])
    return ''
  }

  async save(what: TakeAlong): Promise<void> {
    const loaded = this.#loaded
    if (loaded !== undefined) await takeAlong(loaded, what, await this.#access())
  }

  async report(asked: ReportAsked, signal: AbortSignal): Promise<void> {
    const { all, last, events } = this.#files
    const reported = all.length > 1 ? last! : this.#loaded!
    const baseline = all.find(each => each !== reported && titleOf(each) === this.#baseline)
    const files = this.#files.dated(all.filter(each => each !== baseline))
    const of = { files, baseline: baseline?.file, events, name: stemOf(reported) }
    await takeReport(of, asked, { access: await this.#access(), signal }, () => {})
  }

  #put(...children: readonly Node[]): void {
    this.#dispose()
    this.#dispose = () => {}
    const notice = this.#notice === '' ? [] : [h('p', { class: 'notice', role: 'status' }, this.#notice)]
    this.#notice = ''
    const isInside = this.#main.contains(document.activeElement)
    this.#main.replaceChildren(...notice, ...children)
    // the keyboard goes on where the new view begins
    if (isInside) this.#main.focus({ preventScroll: true })
    scrollTo(0, 0)
  }

  #showStart(): void {
    this.#nav.replaceChildren()
    const intake = {
      take: (files: readonly File[]) => this.#queue(files),
      sample: () => void this.#sample([SAMPLE]),
      ...(this.#settings.isOneFile ? {} : { series: () => void this.#sample(SERIES) }),
      kept: keptFiles(),
      restore: (kept: Kept) => this.#restore(kept),
      forget: forgetFiles,
    }
    this.#put(startView(this.#settings, this.#keys, intake))
  }

  async #sample(names: readonly string[]): Promise<void> {
    try {
      this.#queue(await Promise.all(names.map(async name => new File([await this.#sampleFile(name)], name))))
    } catch (error) {
      this.#showFailure(TEXT.failure.heading(names[0]!), error)
    }
  }

  async #sampleFile(name: string): Promise<Blob> {
    if (this.#settings.isOneFile) return packedSample()
    const call = { path: `api/v1/sandbox/fixtures/${name}`, method: 'GET', access: await this.#access() } as const
    const answer = await transport().send(call)
    if (!answer.ok) throw new Refused({ code: `http_${answer.status}`, sentence: '', places: [] })
    return answer.blob()
  }

  #showFailure(heading: string, error: unknown): void {
    const failure = error instanceof Refused ? error.failure : { code: 'network', sentence: '', places: [] }
    if (failure.code === KEY_INVALID) this.#keys.forget()
    this.#nav.replaceChildren()
    const hasOthers = this.#loaded !== undefined
    const again = (): void => (hasOthers ? this.#show(this.#view) : this.#showStart())
    this.#put(failureView(heading, failure, { again, hasOthers }))
  }

  async #access(): Promise<Access> {
    return { base: this.base, key: await this.#keys.key() }
  }

  /** Shows how far something is until it is there. */
  async #waitFor<Of>(
    name: string,
    run: (access: Access, onProgress: (progress: Progress) => void) => Running<Of>,
  ): Promise<Of> {
    const access = await this.#access()
    const progress = new ProgressView(name)
    const running = run(access, state => progress.show(state))
    progress.whenCancelled(() => running.cancel())
    this.#put(progress.element)
    return running.outcome
  }

  #queue(files: readonly File[]): void {
    const named = files.map(file => ({ name: file.name, file }))
    this.#taking = this.#taking.then(() => this.#take(named))
  }

  /** state: of the address that they are opened for again. */
  async #take(files: readonly KeptFile[], state?: unknown): Promise<void> {
    let failed: { readonly name: string; readonly error: unknown } | undefined
    for (const each of files) {
      try {
        const { name, file } = each
        const outcome = await this.#waitFor(name, (access, onProgress) =>
          this.#client.analyse(file, access, onProgress),
        )
        const same = this.#files.add({ ...outcome, name, file, baseline: undefined })
        if (same !== undefined) this.#notice = TEXT.files.same(name, titleOf(same))
      } catch (error) {
        failed ??= { name: each.name, error }
        if (error instanceof Refused && error.failure.code === CANCELLED) break
      }
    }
    if (this.#files.all.length > 1) {
      const found = this.#files.all.find(isBaseline)
      if (found !== undefined) this.#baseline ??= titleOf(found)
      await this.#applyBaseline()
    }
    const { all, last } = this.#files
    if (last !== undefined) {
      this.#choose(last)
      this.#view = all.length > 1 ? 'compare' : 'overview'
    }
    void this.#keepFiles()
    if (failed !== undefined) this.#showFailure(TEXT.failure.heading(failed.name), failed.error)
    else if (this.#placeOf(state) !== undefined && state !== undefined) this.#arrive(state)
    else this.#show(this.#view)
  }

  /** Compares in the background what was not compared yet. */
  async #changedIn(file: LoadedFile): Promise<Only | undefined> {
    const files = this.#files
    if (files.all.length < 2) return undefined
    try {
      if (files.compared === undefined) {
        const { all } = files
        const replies = await files.compare(await this.#access(), () => {}).outcome
        if (files.all === all) files.compared = replies
      }
    } catch {
      // the comparison has its own view, which says why
      return undefined
    }
    return files.changedIn(file)
  }

  #keepFiles(): Promise<unknown> {
    const files = this.#files.all.map(({ name, file }) => ({ name, file }))
    return keepFiles({ files, baseline: this.#baseline })
  }

  get events(): readonly DelayEvent[] {
    return this.#files.events
  }

  useEvents(events: readonly DelayEvent[]): void {
    this.#files.events = events
    this.#show('compare', false)
  }

  get baseline(): string | undefined {
    return this.#baseline
  }

  useBaseline(file: LoadedFile | undefined): void {
    // that none is wanted is remembered, too
    this.#baseline = file === undefined ? '' : titleOf(file)
    this.#taking = this.#taking.then(async () => {
      await this.#applyBaseline()
      void this.#keepFiles()
      this.#choose(this.#files.last)
      this.#show('compare')
    })
  }

  /** Analyses anew what has another baseline than it should. */
  async #applyBaseline(): Promise<void> {
    const baseline = this.#files.all.find(each => titleOf(each) === this.#baseline)
    for (const old of this.#files.all) {
      const wanted = old === baseline ? undefined : baseline
      const name = wanted === undefined ? undefined : titleOf(wanted)
      if (old.baseline === name) continue
      try {
        const dates = wanted === undefined ? undefined : baselineDates(wanted)
        const outcome = await this.#waitFor(old.name, (access, onProgress) =>
          this.#client.analyse(old.file, access, onProgress, dates),
        )
        // what was read of the file stays known, since the schedule with the baseline is none
        const { input_sha256, import: report } = old.analysed.cpm.metadata
        const cpm = {
          ...outcome.analysed.cpm,
          metadata: { ...outcome.analysed.cpm.metadata, input_sha256, import: report! },
        }
        const analysed = { ...outcome.analysed, cpm }
        this.#files.replace(old, { ...old, ...outcome, analysed, baseline: name })
      } catch (error) {
        this.#baseline = undefined
        this.#notice = TEXT.files.noBaseline(old.name, sentenceOf(error))
        return
      }
    }
  }

  #choose(file: LoadedFile | undefined): void {
    this.#loaded = file
    this.#choice = ALL
    this.#chosen = -1
  }

  #drawNav(): void {
    const { all } = this.#files
    const views = VIEWS.filter(each => each !== 'compare' || all.length > 1)
    const current = (each: View): string | undefined => (each === this.#view ? 'page' : undefined)
    const tab = (each: View): HTMLElement =>
      h('button', { type: 'button', 'aria-current': current(each), onclick: () => this.#show(each) }, TEXT.tabs[each])
    const add = fileInput('add', files => this.#queue(files))
    const focused = this.#nav.contains(document.activeElement) ? document.activeElement?.tagName : undefined
    this.#nav.replaceChildren(
      h('nav', { 'aria-label': TEXT.views }, ...views.map(tab)),
      ...(all.length > 1 ? [this.#fileSwitch()] : []),
      h('label', { class: 'button', for: 'add' }, TEXT.files.add, add),
    )
    // what was pressed is pressed again by the same key
    if (focused === 'SELECT') this.#nav.querySelector('select')?.focus()
    else if (focused !== undefined) this.#nav.querySelector<HTMLElement>('[aria-current]')?.focus()
  }

  #fileSwitch(): HTMLElement {
    return fileSwitch(this.#files.all, this.#loaded, file => {
      this.#choose(file)
      this.#show(this.#view === 'compare' ? 'overview' : this.#view)
    })
  }

  /** isStep: one can go back to where one was. */
  #show(view: View, isStep = true): void {
    const loaded = this.#loaded
    if (loaded === undefined) return
    this.#view = view
    this.#write(isStep)
    document.title = `${loaded.name} – ${TEXT.tabs[view]} – ${TEXT.title}`
    this.#drawNav()
    if (view === 'overview') this.#put(overviewView(loaded, this))
    else if (view === 'plots') this.#put(plotsView(loaded, this.#files.all, this))
    else if (view === 'audits') this.#put(auditsView(loaded, this.#files.all, this))
    else if (view === 'levelling') this.#put(levellingView(loaded, this))
    else if (view === 'compare') void this.#showComparison()
    else {
      const opened = {
        choice: this.#choice,
        chosen: this.#chosen,
        changed: this.#changedIn(loaded),
        keep: (choice: Choice, chosen: number, isStep: boolean): void => {
          this.#choice = choice
          this.#chosen = chosen
          this.#write(isStep)
        },
      }
      const table = activitiesView(loaded, opened, this)
      this.#put(table.element)
      table.opened()
      this.#dispose = table.dispose
    }
  }

  async #showComparison(): Promise<void> {
    const files = this.#files
    if (files.compared === undefined) {
      const compared = (events: readonly DelayEvent[]): Promise<ComparisonReplies> =>
        this.#waitFor(TEXT.compare.waiting, (access, onProgress) => files.compare(access, onProgress, events))
      const { events } = files
      try {
        files.compared = await compared(events).catch(async error => {
          const isOfEvents = events.length > 0 && error instanceof Refused && error.failure.code !== CANCELLED
          if (!isOfEvents) throw error
          // what was typed stays, to be mended
          const replies = await compared([])
          this.#notice = TEXT.compare.events.refused(error.failure.places[0] ?? sentenceOf(error))
          return replies
        })
      } catch (error) {
        this.#view = 'overview'
        this.#showFailure(TEXT.compare.failed, error)
        return
      }
    }
    this.#loaded = files.last
    if (this.#view !== 'compare') return
    this.#drawNav()
    this.#put(compareView(files.all, files.compared!, this))
  }
}
