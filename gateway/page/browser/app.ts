/** The page around the views: which file is looked at, in which view, and the address of it. */
import { ALL, type Choice } from './activities/choice.ts'
import { changedIn, compareOpen } from './comparing.ts'
import { Frame } from './frame.ts'
import { Intake } from './intake.ts'
import { listenForKeys } from './keyboard.ts'
import type { LoadedFile, Shell } from './loaded.ts'
import { scrollOf, type View } from './place.ts'
import { Position } from './position.ts'
import { Requests } from './requests.ts'
import type { DelayEvent } from './schedule/events.ts'
import type { Levelled, LevelRequest } from './schedule/levelling.ts'
import { type KeptFile, keptFiles } from './service/kept-files.ts'
import type { PageSettings } from './service/key.ts'
import { levelledFile, levelledSchedule } from './service/levelled-file.ts'
import { AS_FILE, type Reading, readAs, readingOf } from './service/read-as.ts'
import { Refused } from './service/refused.ts'
import { type ReportAsked, takeReport } from './service/signed-report.ts'
import { stemOf, type TakeAlong, takeAlong } from './service/take-along.ts'
import type { WrittenForm } from './service/written-file.ts'
import { setByAddress } from './settings.ts'
import { keepLanguage, type Language } from './texts/languages.ts'
import { speak, TEXT, type TextUrls } from './texts.ts'
import { activitiesView } from './views/activities.ts'
import { compareView } from './views/compare.ts'
import { failureView } from './views/failure.ts'
import { titleOf } from './views/files.ts'
import { differences, openSettings } from './views/settings.ts'
import { viewOf } from './views/view-of.ts'
import { triedCount } from './what-if.ts'

const KEY_INVALID = 'credentials_invalid'

export class App extends Requests implements Shell {
  readonly #texts: TextUrls
  readonly #frame: Frame
  readonly #intake: Intake
  readonly #at = new Position()

  constructor(settings: PageSettings, workerUrl: string, texts: TextUrls) {
    super(settings, workerUrl)
    this.#texts = texts
    this.#frame = new Frame(settings, {
      chosen: view => this.#show(view),
      looksAt: file => {
        this.#at.choose(file)
        this.#show(this.#at.view === 'compare' ? 'overview' : this.#at.view)
      },
      closes: file => this.#close(file),
      takes: files => this.#intake.queue(files),
      speaks: language => this.#speak(language),
      opensSettings: () => this.#openSettings(),
      triedCount: () => this.#triedCount(),
      differs: () => (this.#at.loaded === undefined ? [] : differences(this.#at.loaded.file)),
    })
    this.#intake = new Intake(settings, this, this.#frame, {
      taken: () => this.#taken(),
      shows: state => {
        if (state !== undefined && this.#at.inAddress(state) !== undefined) this.#arrive(state)
        else this.#show(this.#at.view)
      },
      failed: (heading, error) => this.#showFailure(heading, error),
    })
  }

  open(): void {
    this.#frame.open()
    addEventListener('popstate', ({ state }) => this.#back(state))
    listenForKeys({
      has: view => this.#at.loaded !== undefined && (view !== 'compare' || this.files.all.length > 1),
      chosen: view => this.#show(view),
      searches: () => {
        if (this.#at.view !== 'activities') this.#show('activities')
        this.#frame.focusSearch()
      },
      opensSettings: () => this.#openSettings(),
    })
    setByAddress(location.hash)
    void this.#begin()
  }

  #triedCount(): number {
    const { loaded, view } = this.#at
    return loaded === undefined || view === 'activities' ? 0 : triedCount(loaded)
  }

  #close(file: LoadedFile): void {
    this.#intake.close(file, () => {
      const { all, last } = this.files
      this.#at.choose(last)
      if (last === undefined) {
        history.pushState({}, '', location.pathname)
        this.#showStart()
      } else this.#show(all.length < 2 && this.#at.view === 'compare' ? 'overview' : this.#at.view)
    })
  }

  #openSettings(): void {
    const { loaded } = this.#at
    openSettings({
      base: this.base,
      changed: () => {
        if (this.#at.loaded !== undefined) this.#show(this.#at.view, false)
      },
      fields: loaded && (() => this.fields(loaded)),
      file: loaded ?? this.#intake.refused,
      readAs: (of, reading) => this.#readAs(of, reading),
    })
  }

  #readAs(of: KeptFile, reading: Reading): void {
    this.#intake.readAs(of, reading, file => {
      this.#at.choose(file)
      this.#show(this.#at.view, false)
    })
  }

  readProject(project: string): void {
    const of = this.#at.loaded!
    this.#readAs(of, { ...readingOf(of.file), project })
  }

  /** In another language from here on, once the files that are under way are there. */
  #speak(language: Language): void {
    keepLanguage(language)
    this.#intake.afterwards(async () => {
      await speak(language, this.#texts)
      this.#frame.draw()
      const at = scrollY
      if (this.#at.loaded === undefined) this.#showStart()
      else this.#show(this.#at.view, false)
      scrollTo(0, at)
      this.#frame.focusLanguage()
    })
  }

  /** Where the address says, with the files of this machine. */
  async #begin(): Promise<void> {
    const kept = this.#at.inAddress(history.state) === undefined ? undefined : await keptFiles()
    if (kept === undefined) this.#showStart()
    else this.#intake.restore(kept)
  }

  #back(state: unknown): void {
    if (this.#at.inAddress(state) === undefined) {
      // other marks than ours are places within a view
      if (location.hash === '') this.#showStart()
    } else if (this.#at.loaded === undefined) void this.#begin()
    else this.#arrive(state)
  }

  #arrive(state: unknown): void {
    this.#at.arrive(this.files, state)
    this.#show(this.#at.view, false)
    scrollTo(0, scrollOf(state))
  }

  show(filter: Partial<Choice>): void {
    this.#at.choice = { ...ALL, ...filter }
    this.#at.chosen = -1
    this.#show('activities')
  }

  choose(id: string): void {
    this.#at.choice = ALL
    this.#at.chooseTask(id)
    this.#show('activities')
  }

  get part(): string {
    return this.#at.part
  }

  showPart(part: string): void {
    this.#at.part = part
    this.#show(this.#at.view)
  }

  keepPlace(): void {
    this.#at.write(false)
  }

  useEvents(events: readonly DelayEvent[]): void {
    this.files.events = events
    this.#show('compare', false)
  }

  get baseline(): string | undefined {
    return this.#intake.baseline
  }

  useBaseline(file: LoadedFile | undefined): void {
    // that none is wanted is remembered, too
    this.#intake.useBaseline(file === undefined ? '' : titleOf(file), () => {
      this.#at.choose(this.files.last)
      this.#show('compare')
    })
  }

  async takeLevelled(
    of: LoadedFile,
    request: LevelRequest,
    found: Levelled,
    form: WrittenForm | 'page',
  ): Promise<string> {
    if (form !== 'page') return levelledFile(of, request, found, form, await this.access())
    const file = await levelledSchedule(of, request, found, await this.access())
    const { type } = readAs(file, { ...AS_FILE, isLevelled: true })
    this.#intake.queue([new File([file], TEXT.levelling.nameOf(stemOf(of)), { type })])
    return ''
  }

  async save(what: TakeAlong): Promise<void> {
    const loaded = this.#at.loaded
    if (loaded !== undefined) await takeAlong(loaded, what, await this.access())
  }

  async report(asked: ReportAsked, signal: AbortSignal): Promise<void> {
    const { all, last, events } = this.files
    const reported = all.length > 1 ? last! : this.#at.loaded!
    const baseline = all.find(each => each !== reported && titleOf(each) === this.baseline)
    const files = this.files.dated(all.filter(each => each !== baseline))
    const of = { files, baseline: baseline?.file, events, name: stemOf(reported) }
    await takeReport(of, asked, { access: await this.access(), signal }, () => {})
  }

  #showStart(): void {
    this.#frame.clearNav()
    this.#frame.put([this.#intake.start()])
  }

  #showFailure(heading: string, error: unknown, retry?: () => void): void {
    const failure = error instanceof Refused ? error.failure : { code: 'network', sentence: '', places: [] }
    if (failure.code === KEY_INVALID) this.keys.forget()
    this.#frame.clearNav()
    const access = this.keys.isWanting(failure.code) ? this.#intake.access() : undefined
    const hasOthers = this.#at.loaded !== undefined
    const again = (): void => (hasOthers ? this.#show(this.#at.view) : this.#showStart())
    this.#frame.put([failureView(heading, failure, { again, retry, hasOthers, access })])
  }

  #taken(): void {
    const { all, last } = this.files
    if (last === undefined) return
    this.#at.choose(last)
    this.#at.view = all.length > 1 ? 'compare' : 'overview'
  }

  /** isStep: one can go back to where one was. */
  #show(view: View, isStep = true): void {
    const loaded = this.#at.loaded
    if (loaded === undefined) return
    this.#at.view = view
    this.#at.write(isStep)
    document.title = `${loaded.name} – ${TEXT.tabs[view]} – ${TEXT.title}`
    const { all } = this.files
    this.#frame.drawNav(all, loaded, view)
    if (view === 'compare') void this.#showComparison()
    else if (view === 'activities') this.#showActivities(loaded)
    else this.#frame.put([viewOf(view, loaded, all, this)])
  }

  #showActivities(loaded: LoadedFile): void {
    const opened = {
      choice: this.#at.choice,
      chosen: this.#at.chosen,
      before: this.files.all[this.files.all.indexOf(loaded) - 1],
      changed: changedIn(this, loaded),
      keep: (choice: Choice, chosen: number, isStep: boolean): void => {
        this.#at.choice = choice
        this.#at.chosen = chosen
        this.#at.write(isStep)
      },
    }
    const table = activitiesView(loaded, opened, this)
    this.#frame.put([table.element], table.dispose)
    table.opened()
  }

  async #showComparison(): Promise<void> {
    const { files } = this
    try {
      await compareOpen(this, this.#intake, this.#frame)
    } catch (error) {
      this.#at.view = 'overview'
      this.#showFailure(TEXT.compare.failed, error, () => this.#show('compare'))
      return
    }
    this.#at.loaded = files.last
    if (this.#at.view !== 'compare') return
    this.#frame.drawNav(files.all, this.#at.loaded, this.#at.view)
    this.#frame.put([compareView(files.all, files.compared!, this)])
  }
}
