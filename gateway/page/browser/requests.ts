/** What views ask of the service or of the engine beside the page, and what they hand to the browser: of which key, and once for each file where it stays the same. */
import type { LoadedFile, Shell } from './loaded.ts'
import { OpenedFiles } from './opened-files.ts'
import type { AuditReply } from './schedule/audit-replies.ts'
import type { Change } from './schedule/changes.ts'
import type { DeliverableData, FileFaults } from './schedule/deliverable-replies.ts'
import type { DelayEvent } from './schedule/events.ts'
import type { FileFields } from './schedule/file-fields.ts'
import type { Levelled, LevelRequest } from './schedule/levelling.ts'
import type { Envelope } from './schedule/replies.ts'
import type { ResourceLoad } from './schedule/resource-load.ts'
import type { Schedule } from './schedule/schedule.ts'
import { type AuditRequest, hasHistory, isCatalogue } from './service/audit.ts'
import type { CallContext } from './service/call.ts'
import { Client, type Running } from './service/client.ts'
import {
  type DeliverableAsked,
  type DeliverableOf,
  faultsOf,
  missingIn,
  takeDeliverable,
} from './service/deliverable.ts'
import { Keys, type PageSettings } from './service/key.ts'
import { throughWorker } from './service/local-transport.ts'
import type { Access, Progress } from './service/messages.ts'
import { useTransport } from './service/transport.ts'
import { takeChanged, type WrittenForm } from './service/written-file.ts'
import { settings } from './settings.ts'
import { titleOf } from './views/files.ts'
import { WhatIf } from './what-if.ts'

type OfRequests =
  | 'base'
  | 'events'
  | 'fields'
  | 'resourceLoad'
  | 'audit'
  | 'whatIf'
  | 'takeChanged'
  | 'level'
  | 'missingIn'
  | 'takeDeliverable'
  | 'faultsOf'

export class Requests implements Pick<Shell, OfRequests> {
  readonly base: string
  readonly keys: Keys
  readonly client: Client
  readonly files: OpenedFiles
  readonly #settings: PageSettings
  /** Of its own, so that the schedule that it holds open is there for the next change. */
  readonly #desk: Client
  /** A file with another baseline has another schedule. */
  readonly #whatIfs = new WeakMap<Schedule, WhatIf>()

  constructor(settings: PageSettings, workerUrl: string) {
    this.base = settings.base
    this.#settings = settings
    this.keys = new Keys(settings)
    this.client = new Client(workerUrl, settings.isOneFile)
    this.#desk = new Client(workerUrl, settings.isOneFile, true)
    if (settings.isOneFile) useTransport(throughWorker(call => this.client.ask(call)))
    this.files = new OpenedFiles(this.client)
  }

  async access(): Promise<Access> {
    return { base: this.base, key: await this.keys.key() }
  }

  get events(): readonly DelayEvent[] {
    return this.files.events
  }

  fields(of: LoadedFile): Promise<FileFields> {
    return this.files.fields(of, () => this.access())
  }

  resourceLoad(of: LoadedFile): Promise<ResourceLoad> {
    return this.files.resourceLoad(of, () => this.access())
  }

  audit(of: LoadedFile, request: Omit<AuditRequest, 'files' | 'baseline'>): Promise<AuditReply> {
    // a catalogue looks at the baseline itself, beside the file as it is; what the file says of its own plan is wanted no more
    const plan = isCatalogue(request.id) ? this.files.all.find(each => titleOf(each) === of.baseline) : undefined
    const file = plan === undefined || of.hadOwnBaseline ? (of.withBaseline ?? of.file) : of.file
    const date = of.analysed.cpm.data.data_date.date ?? ''
    const { all } = this.files
    const looked = { file, dataDate: date, isStated: true }
    const before = hasHistory(request.id)
      ? all.slice(0, all.indexOf(of)).filter(each => titleOf(each) !== of.baseline)
      : []
    const files =
      request.id === 'history' ? this.files.dated() : [...(before.length === 0 ? [] : this.files.dated(before)), looked]
    const { nearDays, limits } = settings()
    const asked = { ...request, files, baseline: plan && this.files.dated([plan])[0], nearDays, limits }
    return this.access().then(access => this.client.audit(asked, access).outcome)
  }

  whatIf(of: LoadedFile): WhatIf {
    let whatIf = this.#whatIfs.get(of.schedule)
    if (whatIf === undefined) {
      const { engineUrl } = this.#settings
      whatIf = new WhatIf(of, asked => this.#desk.whatIf({ ...asked, engineUrl }).outcome)
      this.#whatIfs.set(of.schedule, whatIf)
    }
    return whatIf
  }

  async takeChanged(of: LoadedFile, changes: readonly Change[], form: WrittenForm): Promise<string> {
    return takeChanged(of, changes, form, await this.access())
  }

  async missingIn(of: LoadedFile, asked: DeliverableAsked): Promise<Envelope<DeliverableData>> {
    return missingIn(this.#delivered(of), asked, await this.#context())
  }

  async takeDeliverable(of: LoadedFile, asked: DeliverableAsked): Promise<string> {
    return takeDeliverable(this.#delivered(of), asked, await this.#context())
  }

  async faultsOf(file: Blob): Promise<FileFaults> {
    return faultsOf(file, await this.#context())
  }

  async #context(): Promise<CallContext> {
    return { access: await this.access(), signal: new AbortController().signal }
  }

  #delivered(of: LoadedFile): DeliverableOf {
    const baseline = this.files.all.find(each => titleOf(each) === of.baseline)
    const [file] = this.files.dated([of])
    return { file: file!, baseline: baseline && this.files.dated([baseline])[0] }
  }

  async level(
    of: LoadedFile,
    request: LevelRequest,
    onProgress: (progress: Progress) => void,
  ): Promise<Running<Levelled>> {
    return this.client.level(of.file, request, await this.access(), onProgress)
  }
}
