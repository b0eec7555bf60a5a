/** A file that was analysed, as the views share it. */
import type { Choice } from './activities/choice.ts'
import type { AuditReply } from './schedule/audit-replies.ts'
import type { Change } from './schedule/changes.ts'
import type { DeliverableData, FileFaults } from './schedule/deliverable-replies.ts'
import type { DelayEvent } from './schedule/events.ts'
import type { FileFields } from './schedule/file-fields.ts'
import { tasksOfFinding } from './schedule/finding-tasks.ts'
import type { Levelled, LevelRequest } from './schedule/levelling.ts'
import type { Envelope } from './schedule/replies.ts'
import type { ResourceLoad } from './schedule/resource-load.ts'
import type { AuditRequest } from './service/audit.ts'
import type { Running } from './service/client.ts'
import type { DeliverableAsked } from './service/deliverable.ts'
import type { Outcome, Progress } from './service/messages.ts'
import type { ReportAsked } from './service/signed-report.ts'
import type { TakeAlong } from './service/take-along.ts'
import type { WrittenForm } from './service/written-file.ts'
import type { WhatIf } from './what-if.ts'

export interface LoadedFile extends Outcome {
  readonly name: string
  readonly file: Blob
  /** The other file that is its baseline. */
  readonly baseline: string | undefined
  /** What is still computed of it is there. Absent: all is. */
  readonly rest?: Promise<void>
}

/** Activities of a check or a finding with this title. */
export function idsNamed(loaded: LoadedFile | undefined, title: string): readonly string[] {
  const { cpm, dcma, score } = loaded?.analysed ?? {}
  const components = score?.data.components.filter(({ task_ids }) => (task_ids?.length ?? 0) > 0)
  const check = [...(dcma?.data.checks ?? []), ...(components ?? [])].find(each => each.title === title)
  if (check !== undefined) return check.task_ids ?? []
  const found = [cpm, dcma, score].flatMap(each => each?.findings ?? []).find(each => each.title === title)
  return (found && tasksOfFinding(found, loaded!.schedule)) ?? found?.task_ids ?? []
}

/** What a view may call of the page around it. */
export interface Shell {
  /** Address of the service, with a slash at its end. */
  readonly base: string
  /** Goes to the table of activities, filtered by this alone. */
  show(filter: Partial<Choice>): void
  /** Goes to the table of activities and chooses this task. */
  choose(id: string): void
  /** What the file says beyond the analyses; read once for each file. Throws Refused. */
  fields(of: LoadedFile): Promise<FileFields>
  /** Requested from the service once for each file. Throws Refused. */
  resourceLoad(of: LoadedFile): Promise<ResourceLoad>
  /** Reads another project of the file that is shown. */
  readProject(id: string): void
  /** Name of the file that is the baseline of the others. */
  readonly baseline: string | undefined
  /** This file becomes the baseline of the others; undefined: none is. */
  useBaseline(file: LoadedFile | undefined): void
  /** Computes it anew each time it is called; of the history all open files are looked at. Throws Refused. */
  audit(of: LoadedFile, request: Omit<AuditRequest, 'files' | 'baseline'>): Promise<AuditReply>
  /** What of the view is shown, where it has parts; '' = the first of them. */
  readonly part: string
  showPart(part: string): void
  /** Delay events of the comparison; other ones are compared at once. */
  readonly events: readonly DelayEvent[]
  useEvents(events: readonly DelayEvent[]): void
  /** What was chosen of this view is written into the address. */
  keepPlace(): void
  /** Levels the file. Throws Refused. */
  level(of: LoadedFile, request: LevelRequest, onProgress: (progress: Progress) => void): Promise<Running<Levelled>>
  /** Hands the levelled schedule to the browser, or opens it here; returns what the written file says otherwise. Throws Refused. */
  /** found: what is shown of the request. */
  takeLevelled(of: LoadedFile, request: LevelRequest, found: Levelled, form: WrittenForm | 'page'): Promise<string>
  /** Changes of the file that are tried. */
  whatIf(of: LoadedFile): WhatIf
  /** Hands the changed schedule to the browser; returns what the written file says otherwise. Throws Refused. */
  takeChanged(of: LoadedFile, changes: readonly Change[], form: WrittenForm): Promise<string>
  /** Hands a report over the open files to the browser. Throws Refused. */
  report(asked: ReportAsked, signal: AbortSignal): Promise<void>
  /** What a file for an authority lacks, before it is written. Throws Refused. */
  missingIn(of: LoadedFile, asked: DeliverableAsked): Promise<Envelope<DeliverableData>>
  /** Hands the file for an authority to the browser; returns its name. Throws Refused. */
  takeDeliverable(of: LoadedFile, asked: DeliverableAsked): Promise<string>
  /** Rules of its format that a file breaks. Throws Refused. */
  faultsOf(file: Blob): Promise<FileFaults>
  /** Hands a result to the browser in a form to be kept. Throws Refused. */
  save(what: TakeAlong): Promise<void>
}
