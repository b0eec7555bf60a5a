/** A schedule as a body: JSON, or files as the parts of a form. */

/** Members of the request beside its schedules, by dotted name: {"options.near_term_days": 30, "project": "P1"}. */
export type Members = Readonly<Record<string, string | number | boolean>>

/** A schedule file by the place of the request that it is for; a list for the places that repeat. */
export type Files = Readonly<Record<string, Blob | readonly Blob[]>>

/** A file of this machine as a Blob: it is read while it is sent, and never as a whole into memory. Node, Deno and Bun. */
export async function fileFromDisk(path: string): Promise<Blob> {
  const { openAsBlob } = await import('node:fs')
  return openAsBlob(path)
}

export function formOf(files: Files, members: Members = {}): FormData {
  const form = new FormData()
  // options first: the service reads files by them
  for (const [name, value] of Object.entries(members)) form.append(name, String(value))
  for (const [name, blobs] of Object.entries(files)) {
    for (const blob of [blobs].flat()) form.append(name, blob, 'schedule')
  }
  return form
}
