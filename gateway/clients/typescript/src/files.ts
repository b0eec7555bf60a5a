/** A schedule as a body: files as the parts of a form. */

/** A project file: XER, P6 XML, Microsoft Project XML, or the JSON of a body. */
export type FileContent = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer

/** Parts of a form that are schedules. */
type SchedulePart = 'schedule' | 'current_schedule' | 'baseline_schedule' | 'schedule_history'

/** A file for each schedule of the request; schedule_history may be several. Form: the parts as the OpenAPI document has them. */
export type Files<Form> = {
  [Name in keyof Pick<Form, keyof Form & SchedulePart>]: Name extends 'schedule_history'
    ? FileContent | readonly FileContent[]
    : FileContent
}

/** Members of the request beside its schedules: options, status_date, project. Those of one of several files have its place before them. */
export type Members<Form> = Partial<Omit<Form, SchedulePart>> & {
  [Name in `schedule_history.${number}.${'snapshot_date' | 'project' | 'encoding'}`]?: string
}

/** A file of this machine: it is read while it is sent, and never as a whole into memory. Node, Deno and Bun. */
export async function fileFromDisk(path: string): Promise<Blob> {
  // named apart: a bundler for browsers would look for it
  const module = 'node:fs'
  const { openAsBlob }: typeof import('node:fs') = await import(/* @vite-ignore */ /* webpackIgnore: true */ module)
  return openAsBlob(path)
}

export const isFile = (value: object): value is FileContent =>
  value instanceof Blob || value instanceof Uint8Array || value instanceof ArrayBuffer

/** Members first: the service reads files by them. */
export function formOf(files: object, members: object = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  for (const [name, given] of Object.entries(files) as [string, FileContent | readonly FileContent[] | undefined][]) {
    for (const file of given === undefined ? [] : ([given].flat() as FileContent[]))
      form.append(name, file instanceof Blob ? file : new Blob([file]), 'schedule')
  }
  return form
}
