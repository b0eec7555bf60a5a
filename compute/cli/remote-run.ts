/** Runs analyses at a service; what is too large for a synchronous call goes as a job. */
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { asyncPath } from '../../shared/endpoint/analysis-row.ts'
import type { ErrorCode } from '../../shared/error-rows.ts'
import { endpointPath } from './endpoint-path.ts'
import { type Envelope, RunError, type Runner, type RunRequest } from './outcome.ts'
import type { Progress } from './progress.ts'
import { type Sent, type Service, ServiceRefusal } from './service.ts'
import { STANDARD_INPUT, standardInput } from './standard-input.ts'
import { waitForJob } from './wait-for-job.ts'

const TOO_LARGE: ErrorCode = 'task_limit_sync'

export const remoteRunner =
  (service: Service, progress: Progress): Runner =>
  async request => {
    const path = endpointPath(request.id)
    const query = request.analyses === undefined ? '' : `?analyses=${request.analyses.join()}`
    const body = () => bodyOf(request)
    try {
      return reply(await service.text(path + query, { method: 'POST', body }))
    } catch (error) {
      if (!(error instanceof ServiceRefusal) || error.code !== TOO_LARGE) throw error
    }
    const { job_id } = await service.json<{ job_id: string }>(asyncPath({ path }) + query, { method: 'POST', body })
    return reply(await waitForJob(service, job_id, progress))
  }

const reply = (json: string) => ({ envelope: JSON.parse(json) as Envelope, json })

/** Files are read from disk while they are sent. */
export async function bodyOf({ files, members }: Pick<RunRequest, 'files' | 'members'>): Promise<Sent> {
  const [file] = files
  if (file?.part === null) return { body: await blobOf(file.path), contentType: 'application/json' }
  const body = new FormData()
  for (const [name, value] of Object.entries(members)) body.append(name, value)
  for (const { part, path } of files) body.append(part!, await blobOf(path), basename(path))
  return { body }
}

async function blobOf(path: string): Promise<Blob> {
  if (path === STANDARD_INPUT) return new Blob([new Uint8Array(standardInput())])
  try {
    if ((await stat(path)).isDirectory()) throw new Error('it is a folder')
    return await openAsBlob(path)
  } catch (error) {
    throw new RunError([`${path} cannot be read: ${(error as Error).message}`])
  }
}
