/** The levelled schedule as a file: requested with the limits and options of the planner, and written by the service in the form that is wanted. */
import type { LoadedFile } from '../loaded.ts'
import { askedAgain, type Levelled, type LevelRequest } from '../schedule/levelling.ts'
import { bodyOf } from './body.ts'
import { membersOf } from './levelling.ts'
import type { Access } from './messages.ts'
import { Refused } from './refused.ts'
import { stemOf } from './take-along.ts'
import { sent, takeWritten, type WrittenForm } from './written-file.ts'

/** As a request body, which every analysis takes. found: what is shown of that request; nothing else is saved as it. Throws Refused. */
export async function levelledSchedule(
  of: LoadedFile,
  request: LevelRequest,
  found: Levelled,
  access: Access,
): Promise<Blob> {
  const again = askedAgain(request, found)
  const options = { ...again.options, include_schedule: true }
  const body = (await bodyOf(of.file))(options, membersOf(again))
  const answer = await sent('api/v1/resources/allocate', body, access)
  const { schedule, allocation } = (await answer.json()) as {
    schedule: object
    allocation: Pick<Levelled['figures'], 'delayed_count'> & { tasks: readonly { id: string; start: string | null }[] }
  }
  // in one pass work that pauses, or finds no room, may be placed otherwise than it was by the search
  const starts = new Map(allocation.tasks.map(({ id, start }) => [id, start]))
  const isSame =
    allocation.delayed_count === found.figures.delayed_count &&
    found.moved.every(({ id, start }) => starts.get(id) === start)
  if (!isSame) throw new Refused({ code: 'other_search', sentence: '', places: [] })
  return new Blob([JSON.stringify(schedule)], { type: 'application/json' })
}

/** Returns what the written file cannot say as it was computed. Throws Refused. */
export const levelledFile = async (
  of: LoadedFile,
  request: LevelRequest,
  found: Levelled,
  form: WrittenForm,
  access: Access,
): Promise<string> =>
  takeWritten(await levelledSchedule(of, request, found, access), `${stemOf(of)}.levelled`, form, access)
