/** GET /api/v1/jobs/{job_id}/result: the envelope alone, as the synchronous call would have answered it. */
import { resultFormOf } from '../../shared/contract/endpoint/result-forms.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { FINAL_STATES } from '../../shared/contract/job-states.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { findJob, jobNotFound } from './find-job.ts'
import { resultRemoved } from './refusals.ts'
import { resultReply } from './result-body.ts'
import { formReply } from './result-form.ts'

export async function readResult(gateway: Gateway, call: CallTo<'jobs.result', IdentifiedCall>): Promise<Answer> {
  const job = await findJob(gateway, call)
  if (job === null) return jobNotFound()
  const { state, result, resultRemoved: removed } = job
  if (result !== null) {
    await gateway.jobs.checkResult(job)
    const form = resultFormOf(job.rowId, call.exchange.header('accept'))
    if (form !== undefined) return formReply(gateway, call, job, result, form)
    return resultReply(gateway, call, job, result)
  }
  if (removed !== null) return { refusal: resultRemoved(removed) }
  return { refusal: refuse(FINAL_STATES.includes(state) ? 'job_without_result' : 'job_not_finished', { state }) }
}
