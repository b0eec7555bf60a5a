/** What a thread of BullMQ runs on a job (useWorkerThreads). */
import { analyseBase64 } from './analyse.ts'

export default async (job: { readonly data: { readonly frame: string } }): Promise<string> =>
  analyseBase64(job.data.frame)
