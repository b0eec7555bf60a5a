/** A schedule as a file for an authority: first what is missing in it, then the file itself; and anybody's file held against the rules of its format. */
import {
  DELIVERABLES,
  DELIVERABLES_PATH,
  type DeliverableName,
  deliverablePath,
  PACKAGE_MEDIA_TYPES,
} from '../../../../shared/contract/endpoint/deliverable-formats.ts'
import { download } from '../dom/download.ts'
import type { DeliverableData, FileFaults } from '../schedule/deliverable-replies.ts'
import { type Given, membersOf } from '../schedule/mapping.ts'
import type { Envelope } from '../schedule/replies.ts'
import { analyse } from './analyse.ts'
import { besideOthers } from './audit.ts'
import { bodyOf } from './body.ts'
import { type CallContext, post } from './call.ts'
import { isLarge } from './expected-size.ts'
import type { DatedFile } from './messages.ts'

const relative = (path: string): string => path.replace(/^\//, '')

export interface DeliverableAsked {
  readonly format: DeliverableName
  readonly given: Given
  readonly allowsIncomplete: boolean
  readonly shortensIds: boolean
}

export interface DeliverableOf {
  readonly file: DatedFile
  readonly baseline: DatedFile | undefined
}

async function sentOf({ file, baseline }: DeliverableOf, asked: DeliverableAsked, isReport: boolean) {
  const { format, given, allowsIncomplete, shortensIds } = asked
  // the format without a place for ids is the one without a baseline
  const isOfBaseline = format !== 'usace-sdef'
  const plan = isOfBaseline ? baseline : undefined
  const options = {
    ...(isReport ? { report_only: true, include_details: true } : { allow_incomplete: allowsIncomplete }),
    ...(isOfBaseline ? {} : { shorten_ids: shortensIds }),
  }
  const more = membersOf(given)
  const body =
    plan === undefined
      ? await bodyOf(file.file).then(made => () => made(options, more))
      : await besideOthers(file.file, plan, [], options, more)
  const all = plan === undefined ? [file.file] : [file.file, plan.file]
  return { path: relative(deliverablePath(format)), body, isLarge: await isLarge(...all) }
}

/** What is missing, before anything is written. Throws Refused. */
export async function missingIn(
  of: DeliverableOf,
  asked: DeliverableAsked,
  context: CallContext,
): Promise<Envelope<DeliverableData>> {
  return (await analyse(await sentOf(of, asked, true), context, () => {})) as Envelope<DeliverableData>
}

/** Hands the file to the browser; returns its name. Throws Refused. */
export async function takeDeliverable(
  of: DeliverableOf,
  asked: DeliverableAsked,
  context: CallContext,
): Promise<string> {
  const { form } = DELIVERABLES.find(({ name }) => name === asked.format)!
  const accept = PACKAGE_MEDIA_TYPES[form]
  const { data } = (await analyse(await sentOf(of, asked, false), context, () => {})) as Envelope<DeliverableData>
  // asked for as a file, what is not made is refused, and says why
  if (data.file === null) await analyse(await sentOf(of, asked, false), { ...context, accept }, () => {})
  // the receiver goes by the name
  const { name, encoding, content } = data.file!
  const bytes = encoding === 'text' ? content : Uint8Array.from(atob(content), letter => letter.charCodeAt(0))
  download(new Blob([bytes], { type: accept }), name)
  return name
}

/** Throws Refused. */
export async function faultsOf(file: Blob, context: CallContext): Promise<FileFaults> {
  const body = new Blob([file], { type: 'application/octet-stream' })
  return (await post(`${relative(DELIVERABLES_PATH)}/validate`, body, context)) as FileFaults
}
