/** sis jobs: the jobs of an account at a service. */
import { jobPath } from '../../../shared/contract/endpoint/paths.ts'
import { type Command, type Context, type Envelope, EXIT, UsageError } from '../outcome.ts'
import { type JobShown, type Service, waitForJob } from '../service.ts'
import { counted, table } from '../terminal.ts'
import { envelopeView } from '../views.ts'

const JOBS_PATH = '/api/v1/jobs'

export const jobs: Command = {
  usage: 'jobs [ID [--wait | --cancel | --finish]]',
  about: 'jobs of the account at a service (--url)',
  options: ['wait', 'cancel', 'finish'],
  async run(context) {
    const { paths, options, service } = context
    if (service === undefined) throw new UsageError('sis jobs needs a service: --url or SIS_URL.')
    const [id] = paths
    if (id === undefined) return listed(context, service)
    if (options.cancel === true) return cancelled(context, service, id)
    if (options.finish === true) return finishing(context, service, id)
    if (options.wait === true) return waited(context, service, id)
    const job = await service.json<JobShown>(`${jobPath(encodeURIComponent(id))}?include_result=false`)
    context.print(options.json === true ? `${JSON.stringify(job)}\n` : table(rowsOf([job]), context.layout))
    return EXIT.ok
  },
}

async function listed({ options, layout, print }: Context, service: Service): Promise<number> {
  const text = await service.text(JOBS_PATH)
  const { jobs: found } = JSON.parse(text) as { readonly jobs: readonly JobShown[] }
  if (options.json === true) print(`${text}\n`)
  else print(found.length === 0 ? ['No jobs.'] : table(rowsOf(found), layout))
  return EXIT.ok
}

async function cancelled({ print }: Context, service: Service, id: string): Promise<number> {
  const job = await service.json<JobShown>(`${jobPath(encodeURIComponent(id))}/cancel`, { method: 'POST' })
  print([`${job.job_id} is ${job.status}.`])
  return EXIT.ok
}

async function finishing(context: Context, service: Service, id: string): Promise<number> {
  await service.json<JobShown>(`${jobPath(encodeURIComponent(id))}/finish`, { method: 'POST' })
  return waited(context, service, id)
}

async function waited({ options, layout, progress, print }: Context, service: Service, id: string): Promise<number> {
  const json = await waitForJob(service, encodeURIComponent(id), progress)
  print(options.json === true ? `${json}\n` : envelopeView(JSON.parse(json) as Envelope, layout))
  return EXIT.ok
}

const rowsOf = (found: readonly JobShown[]) =>
  found.map(({ job_id, status, endpoint, task_count, created_at }) => [
    { text: job_id },
    { text: status },
    { text: counted(task_count, 'task'), isRight: true },
    { text: created_at },
    { text: endpoint },
  ])
