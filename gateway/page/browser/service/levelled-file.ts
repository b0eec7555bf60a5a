/** The levelled schedule as a file: requested with the limits and options of the planner, and written by the service in the form that is wanted. */
import type { LoadedFile } from '../loaded.ts'
import type { LevelRequest } from '../schedule/levelling.ts'
import { bodyOf } from './body.ts'
import { membersOf } from './levelling.ts'
import type { Access } from './messages.ts'
import { stemOf } from './take-along.ts'
import { sent, takeWritten, type WrittenForm } from './written-file.ts'

/** As a request body, which every analysis takes. Throws Refused. */
export async function levelledSchedule(of: LoadedFile, request: LevelRequest, access: Access): Promise<Blob> {
  const options = { ...request.options, include_schedule: true }
  const body = (await bodyOf(of.file))(options, membersOf(request))
  const answer = await sent('api/v1/resources/allocate', body, access)
  const { schedule } = (await answer.json()) as { schedule: object }
  return new Blob([JSON.stringify(schedule)], { type: 'application/json' })
}

/** Returns what the written file cannot say as it was computed. Throws Refused. */
export const levelledFile = async (
  of: LoadedFile,
  request: LevelRequest,
  form: WrittenForm,
  access: Access,
): Promise<string> => takeWritten(await levelledSchedule(of, request, access), `${stemOf(of)}.levelled`, form, access)
