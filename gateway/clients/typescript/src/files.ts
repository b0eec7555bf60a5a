/** A schedule as a body: files as the parts of a form. */

/** Members of the request beside its schedules, by dotted name: {"options.near_term_days": 30, "project": "P1"}. */
export type Members = Readonly<Record<string, string | number | boolean>>

/** A schedule file by the place of the request that it is for; a list for the places that repeat. */
export type Files = Readonly<Record<string, Blob | readonly Blob[]>>

/** A file of this machine: it is read while it is sent, and never as a whole into memory. Node, Deno and Bun. */
export async function fileFromDisk(path: string): Promise<Blob> {
  const { openAsBlob } = await import('node:fs')
  return openAsBlob(path)
}

/** Members first: the service reads files by them. */
export function formOf(files: Files, members: Members = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(members)) form.append(name, String(value))
  for (const [name, given] of Object.entries(files)) {
    for (const file of [given].flat()) form.append(name, file, 'schedule')
  }
  return form
}
