/** A schedule with the dates of another file as its baseline, as a request body: the service reads the file, and the dates take the place of what it had. */
import type { CallContext } from './call.ts'
import { readByService } from './file-fields.ts'
import type { BaselineDates } from './messages.ts'

interface Body {
  readonly tasks: Record<string, unknown>[]
}

interface WithBaseline {
  readonly schedule: Blob
  /** The file had baseline dates of its own. */
  readonly hadOwn: boolean
}

/** Tasks that the baseline does not have are not in the plan. Throws Refused. */
export async function withBaseline(file: Blob, baseline: BaselineDates, context: CallContext): Promise<WithBaseline> {
  const body = await readByService<Body>(file, context)
  const indexOf = new Map(baseline.ids.map((id, i) => [id, i]))
  let hadOwn = false
  for (const task of body.tasks) {
    hadOwn ||= task.baseline_start != null || task.baseline_finish != null
    const i = indexOf.get(String(task.id))
    delete task.baseline_duration_days
    delete task.baseline_start
    delete task.baseline_finish
    if (i === undefined || baseline.start[i] === '' || baseline.finish[i] === '') continue
    task.baseline_start = baseline.start[i]
    task.baseline_finish = baseline.finish[i]
  }
  return { schedule: new Blob([JSON.stringify(body)], { type: 'application/json' }), hadOwn }
}
