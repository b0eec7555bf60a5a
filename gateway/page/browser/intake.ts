/** How files come in: dropped, chosen, as a sample or kept by this machine; one after another they are analysed, and against the one that is the baseline of the others. */

import { isBaseline, isOtherProject } from './as-of.ts'
import type { Frame } from './frame.ts'
import type { LoadedFile } from './loaded.ts'
import { packedSample } from './one-file.ts'
import { baselineDates } from './opened-files.ts'
import type { Requests } from './requests.ts'
import type { Running } from './service/client.ts'
import { forgetFiles, inMemory, type Kept, type KeptFile, keepFiles, keptFiles } from './service/kept-files.ts'
import type { PageSettings } from './service/key.ts'
import type { Access, Outcome, Progress } from './service/messages.ts'
import { type Reading, readAs } from './service/read-as.ts'
import { isCancelled, Refused } from './service/refused.ts'
import { transport } from './service/transport.ts'
import { TEXT } from './texts.ts'
import { sentenceOf } from './views/failure.ts'
import { titleOf } from './views/files.ts'
import { ProgressView } from './views/progress.ts'
import { accessPart, startView } from './views/start.ts'

const SAMPLE = ['update.xer']
/** A smaller one is there with its checks before it is read. */
const SHOWN_FIRST_TASKS_MIN = 2_000
/** Updates of one project, which the page compares. */
const SERIES = [1, 2, 3, 4].map(n => `footbridge-claim-${n}.xer`)

interface IntakeListener {
  /** All are there that could be read. */
  taken(): void
  /** state: of the address that they are opened for again. */
  shows(state: unknown): void
  failed(heading: string, error: unknown): void
}

export class Intake {
  /** Title of the file that is the baseline of the others; '': none is wanted. */
  baseline: string | undefined
  /** Of the last files that came, those that could not be read. */
  #refusals: readonly KeptFile[] = []
  readonly #settings: PageSettings
  readonly #requests: Requests
  readonly #frame: Frame
  readonly #listener: IntakeListener
  /** Files wait until those before them are read. */
  #taking: Promise<void> = Promise.resolve()

  constructor(settings: PageSettings, requests: Requests, frame: Frame, listener: IntakeListener) {
    this.#settings = settings
    this.#requests = requests
    this.#frame = frame
    this.#listener = listener
  }

  /** Where one begins: with a file, a sample, or the files that are kept here. */
  start(): HTMLElement {
    return startView(this.#settings, this.#requests.keys, {
      take: files => this.queue(files),
      sample: () => void this.sample(SAMPLE),
      ...(this.#settings.isOneFile ? {} : { series: () => void this.sample(SERIES) }),
      kept: keptFiles(),
      restore: kept => this.restore(kept),
      forget: forgetFiles,
    })
  }

  /** The last file that could not be read. */
  get refused(): KeptFile | undefined {
    return this.#refusals.at(-1)
  }

  /** Which key is used; with another one, what was refused is read again. */
  access(): HTMLElement {
    return accessPart(this.#settings, this.#requests.keys, () => this.afterwards(() => this.#take(this.#refusals)))
  }

  /** Once the files that are under way are there. */
  afterwards(act: () => Promise<void>): void {
    this.#taking = this.#taking.then(act)
  }

  queue(files: readonly File[]): void {
    const named = files.map(file => ({ name: file.name, file }))
    this.afterwards(() => this.#take(named))
  }

  restore({ files, baseline }: Kept): void {
    this.baseline = baseline
    const state: unknown = history.state
    this.afterwards(async () => {
      // one that cannot be read is told as one that was chosen is
      const copies = files.map(each => inMemory(each).catch(() => each))
      await this.#take(await Promise.all(copies), state)
    })
  }

  async sample(names: readonly string[]): Promise<void> {
    try {
      this.queue(await Promise.all(names.map(async name => new File([await this.#sampleFile(name)], name))))
    } catch (error) {
      this.#listener.failed(TEXT.failure.heading(names[0]!), error)
    }
  }

  async #sampleFile(name: string): Promise<Blob> {
    if (this.#settings.isOneFile) return packedSample()
    const access = await this.#requests.access()
    const answer = await transport().send({ path: `api/v1/sandbox/fixtures/${name}`, method: 'GET', access })
    if (!answer.ok) throw new Refused({ code: `http_${answer.status}`, sentence: '', places: [] })
    return answer.blob()
  }

  /** Shows how far something is until it is there. */
  async waitFor<Of>(
    name: string,
    run: (access: Access, onProgress: (progress: Progress) => void) => Running<Of>,
  ): Promise<Of> {
    const access = await this.#requests.access()
    const progress = new ProgressView(name)
    const running = run(access, state => progress.show(state))
    progress.whenCancelled(() => running.cancel())
    this.#frame.put([progress.element])
    return running.outcome
  }

  /** It is open no more; the others are analysed anew where it was their baseline. */
  close(file: LoadedFile, then: () => void): void {
    this.afterwards(async () => {
      this.#requests.files.remove(file)
      if (titleOf(file) === this.baseline) this.baseline = undefined
      await this.#applyBaseline()
      this.#keep()
      then()
    })
  }

  /** Files of another project take the place of those that are open. */
  #leaveOtherProject(before: readonly LoadedFile[]): void {
    const { files } = this.#requests
    const added = files.all.filter(each => !before.includes(each))
    if (before.length === 0 || added.length === 0 || !isOtherProject(before, added)) return
    for (const each of before) files.remove(each)
    this.baseline = undefined
    this.#frame.notice = TEXT.files.otherProject(added[0]!.name, before.length)
  }

  /** A large schedule with its critical path; its checks come behind it. */
  #showFirst({ name, file }: KeptFile, first: Outcome, whole: Promise<Outcome>): void {
    const rest = whole.then(
      () => {},
      () => void Object.assign(first.analysed, { dcma: null, score: null }),
    )
    this.#requests.files.add({ ...first, name, file, baseline: undefined, rest })
    this.#listener.taken()
    this.#listener.shows(undefined)
  }

  async #take(given: readonly KeptFile[], state?: unknown): Promise<void> {
    const { files, client } = this.#requests
    const before = files.all
    const refusals: KeptFile[] = []
    let failed: { readonly name: string; readonly error: unknown } | undefined
    let isShown = false
    // an address may name checks, and several files are compared
    const showsFirst = given.length === 1 && before.length === 0 && state === undefined
    for (const each of given) {
      try {
        const { name, file } = each
        const outcome = await this.waitFor(name, (access, onProgress) => {
          const running = client.analyse(file, access, onProgress, {
            onFirst: first => {
              if (!showsFirst || first.schedule.taskCount < SHOWN_FIRST_TASKS_MIN) return
              isShown = true
              this.#showFirst(each, first, running.outcome)
            },
          })
          return running
        })
        if (isShown) break
        const same = files.add({ ...outcome, name, file, baseline: undefined })
        if (same !== undefined) this.#frame.notice = TEXT.files.same(name, titleOf(same))
      } catch (error) {
        if (isShown) break
        failed ??= { name: each.name, error }
        refusals.push(each)
        if (isCancelled(error)) break
      }
    }
    if (isShown) {
      this.#keep()
      return
    }
    if (refusals.length > 0) this.#refusals = refusals
    this.#leaveOtherProject(before)
    if (files.all.length > 1) {
      const found = files.all.find(isBaseline)
      if (found !== undefined) this.baseline ??= titleOf(found)
      await this.#applyBaseline()
    }
    this.#listener.taken()
    this.#keep()
    if (failed === undefined) this.#listener.shows(state)
    else this.#listener.failed(TEXT.failure.heading(failed.name), failed.error)
  }

  #keep(): void {
    const files = this.#requests.files.all.map(({ name, file }) => ({ name, file }))
    void (files.length === 0 ? forgetFiles() : keepFiles({ files, baseline: this.baseline }))
  }

  useBaseline(title: string, then: () => void): void {
    this.baseline = title
    this.afterwards(async () => {
      await this.#applyBaseline()
      this.#keep()
      then()
    })
  }

  /** Reads a file otherwise: one that is open, or that was refused as it is. */
  readAs(of: KeptFile, reading: Reading, then: (file: LoadedFile) => void): void {
    const { files, client } = this.#requests
    const file = readAs(of.file, reading)
    // what is taken back was read in between
    const old = files.all.find(each => each === of) ?? files.all.find(each => each.name === of.name)
    if (old === undefined) {
      this.afterwards(() => this.#take([{ name: of.name, file }]))
      return
    }
    this.afterwards(async () => {
      let shown = old
      try {
        const outcome = await this.waitFor(old.name, (access, onProgress) => client.analyse(file, access, onProgress))
        shown = { ...old, ...outcome, file, baseline: undefined }
        files.replace(old, shown)
        await this.#applyBaseline()
        shown = files.all.find(each => each.file === file)!
      } catch (error) {
        const place = error instanceof Refused ? error.failure.places[0] : undefined
        this.#frame.notice = `${old.name}: ${place ?? sentenceOf(error)}`
      }
      this.#keep()
      then(shown)
    })
  }

  /** Analyses anew what has another baseline than it should. */
  async #applyBaseline(): Promise<void> {
    const { files, client } = this.#requests
    const baseline = files.all.find(each => titleOf(each) === this.baseline)
    for (const old of files.all) {
      const wanted = old === baseline ? undefined : baseline
      const name = wanted === undefined ? undefined : titleOf(wanted)
      if (old.baseline === name) continue
      try {
        const dates = wanted === undefined ? undefined : baselineDates(wanted)
        const outcome = await this.waitFor(old.name, (access, onProgress) =>
          client.analyse(old.file, access, onProgress, { baseline: dates }),
        )
        // what was read of the file stays known, since the schedule with the baseline is none
        const { input_sha256, import: report } = old.analysed.cpm.metadata
        const cpm = {
          ...outcome.analysed.cpm,
          metadata: { ...outcome.analysed.cpm.metadata, input_sha256, import: report! },
        }
        const analysed = { ...outcome.analysed, cpm }
        files.replace(old, { ...old, ...outcome, analysed, baseline: name })
      } catch (error) {
        this.baseline = undefined
        this.#frame.notice = TEXT.files.noBaseline(old.name, sentenceOf(error))
        return
      }
    }
  }
}
