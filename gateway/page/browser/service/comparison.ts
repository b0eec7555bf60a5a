/** Two files or more against each other: what changed, and why the finish moved. Sent in the order of their data dates, the last as the current one. */
import type { ComparisonReplies } from '../schedule/comparison-replies.ts'
import type { DelayEvent } from '../schedule/events.ts'
import { analyse } from './analyse.ts'
import { isJson } from './body.ts'
import type { CallContext } from './call.ts'
import { isLarge } from './expected-size.ts'
import type { DatedFile, Progress, Stage } from './messages.ts'
import { AS_FILE, readAs, readingOf } from './read-as.ts'

const CHANGES = 'api/v1/forensics/change-tracking'
const DELAYS = 'api/v1/forensics/delay-analysis'
const CURRENT = 'current_schedule'
const HISTORY = 'schedule_history'
const STAGES: readonly Stage[] = ['upload', 'queue', 'compute', 'read']

interface Beside {
  readonly onProgress: (progress: Progress) => void
  readonly end: () => void
}

/** What a schedule of our own form says of itself, and a comparison of all its schedules: that of the latest file counts that says it. */
const OF_ALL = ['calendar', 'time_zone', 'category_mapping'] as const

async function ofAll(files: readonly DatedFile[], areJson: readonly boolean[]): Promise<[string, string][]> {
  const found = new Map<string, string>()
  for (const [i, { file }] of files.entries()) {
    if (!areJson[i]) continue
    const body = JSON.parse(await file.text()) as Readonly<Record<string, unknown>>
    for (const name of OF_ALL) if (body[name] != null) found.set(name, JSON.stringify(body[name]))
  }
  return [...found]
}

/** A schedule as a part of a form, with its project where it has several. */
export function appendSchedule(form: FormData, file: Blob, isOwnForm: boolean, name: string, prefix = name): void {
  form.append(name, isOwnForm ? new Blob([file], { type: 'application/json' }) : readAs(file, AS_FILE), name)
  const { project } = readingOf(file)
  if (project !== '' && !isOwnForm) form.append(`${prefix}.project`, project)
}

/** A project file mostly brings its own data date; any other schedule gets it here. */
export async function formOf(
  files: readonly DatedFile[],
  options: object,
  events: readonly DelayEvent[] = [],
): Promise<() => FormData> {
  const areJson = await Promise.all(files.map(({ file }) => isJson(file)))
  const members = await ofAll(files, areJson)
  return () => {
    const form = new FormData()
    files.forEach(({ file, dataDate, isStated }, i) => {
      const isCurrent = i === files.length - 1
      const prefix = isCurrent ? CURRENT : `${HISTORY}.${i}`
      appendSchedule(form, file, areJson[i]!, isCurrent ? CURRENT : HISTORY, prefix)
      if (!isStated) form.append(`${prefix}.${isCurrent ? 'status' : 'snapshot'}_date`, dataDate)
    })
    for (const [name, value] of members) form.append(name, value)
    if (events.length > 0) form.append('delay_events', JSON.stringify(events))
    form.append('options', JSON.stringify(options))
    return form
  }
}

/** How far two calls are that go at once: what is told is the one that is behind. */
function besides(onProgress: (progress: Progress) => void): [first: Beside, second: Beside] {
  const at: (Progress | undefined)[] = [
    { stage: 'upload', part: 0 },
    { stage: 'upload', part: 0 },
  ]
  const rank = ({ stage, part }: Progress): number => STAGES.indexOf(stage) + (part ?? 0)
  const tell = (): void => {
    const [slower] = at.filter(each => each !== undefined).sort((a, b) => rank(a) - rank(b))
    if (slower !== undefined) onProgress(slower)
  }
  const of = (n: number): Beside => ({
    onProgress: progress => {
      at[n] = progress
      tell()
    },
    end: () => {
      at[n] = undefined
      tell()
    },
  })
  return [of(0), of(1)]
}

export async function compare(
  files: readonly DatedFile[],
  events: readonly DelayEvent[],
  context: CallContext,
  onProgress: (progress: Progress) => void,
): Promise<ComparisonReplies> {
  const large = await isLarge(...files.map(({ file }) => file))
  const [ofChanges, ofDelays] = await Promise.all([
    formOf(files, { comparison_mode: 'sequential', include_details: true }),
    formOf(files, {}, events),
  ])
  const [first, second] = besides(onProgress)
  const [changes, delays] = await Promise.all([
    analyse({ path: CHANGES, body: ofChanges, isLarge: large }, context, first.onProgress).finally(first.end),
    analyse({ path: DELAYS, body: ofDelays, isLarge: large }, context, second.onProgress).finally(second.end),
  ])
  return { changes, delays } as ComparisonReplies
}
