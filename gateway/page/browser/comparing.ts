/** The comparison of the open files, made once for them and their delay events: for its own view, and in the background for what changed. */
import type { Only } from './activities/choice.ts'
import type { Frame } from './frame.ts'
import type { Intake } from './intake.ts'
import type { LoadedFile } from './loaded.ts'
import type { Requests } from './requests.ts'
import type { ComparisonReplies } from './schedule/comparison-replies.ts'
import type { DelayEvent } from './schedule/events.ts'
import { isCancelled, Refused } from './service/refused.ts'
import { TEXT } from './texts.ts'
import { sentenceOf } from './views/failure.ts'

/** Shows how far it is. Events that are refused are left out, which the next view says. Throws Refused. */
export async function compareOpen({ files }: Requests, intake: Intake, frame: Frame): Promise<void> {
  if (files.compared !== undefined) return
  const compared = (events: readonly DelayEvent[]): Promise<ComparisonReplies> =>
    intake.waitFor(TEXT.compare.waiting, (access, onProgress) => files.compare(access, onProgress, events))
  const { events } = files
  files.compared = await compared(events).catch(async error => {
    if (events.length === 0 || !(error instanceof Refused) || isCancelled(error)) throw error
    // what was typed stays, to be mended
    const replies = await compared([])
    frame.notice = TEXT.compare.events.refused(error.failure.places[0] ?? sentenceOf(error))
    return replies
  })
}

/** What changed in a file since the one before it; undefined: there is none, or nothing is known. */
export async function changedIn(requests: Requests, file: LoadedFile): Promise<Only | undefined> {
  const { files } = requests
  if (files.all.length < 2) return undefined
  try {
    if (files.compared === undefined) {
      const { all } = files
      const replies = await files.compare(await requests.access(), () => {}).outcome
      if (files.all === all) files.compared = replies
    }
  } catch {
    // the comparison has its own view, which says why
    return undefined
  }
  return files.changedIn(file)
}
