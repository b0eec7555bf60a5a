/** Jobs and their callbacks. */
import { MEGABYTE } from '../../bytes/bytes.ts'
import { CAPABILITIES } from '../../tiers.ts'
import {
  AnyResult,
  Delivery,
  DeliveryList,
  DeliveryListQuery,
  DeliveryParams,
  Endpoint,
  EndpointList,
  EndpointParams,
  Job,
  JobList,
  JobListQuery,
  JobParams,
  JobReadQuery,
  Replay,
  ReplayRequest,
  WebhookSecret,
} from '../data/job-data.ts'
import { JOB_PATH, RESULT_PATH } from '../paths.ts'
import { FORM_BYTES_MAX, FORM_MEDIA_TYPES } from '../result-forms.ts'
import { TableQuery } from '../table-query.ts'
import { json, page, service, UNCHANGED } from './service-row.ts'

const ofJob = { identity: 'key', params: JobParams } as const
const ofCallbacks = { identity: 'key', tier: CAPABILITIES.webhooks } as const

export const jobRows = [
  service('jobs.list', 'GET', '/api/v1/jobs', 'Jobs of the account', {
    identity: 'key',
    query: JobListQuery,
    replies: { 200: json('A page of jobs, newest first, without results.', JobList) },
    refusals: ['validation'],
  }),
  service('jobs.read', 'GET', JOB_PATH, 'One job', {
    ...ofJob,
    query: JobReadQuery,
    description: 'Asked as often as wanted within the control window; never counts against the month.',
    replies: { 200: json('The job, with its result when it is completed.', Job) },
    refusals: ['job_not_found', 'validation'],
  }),
  service('jobs.result', 'GET', RESULT_PATH, 'Result of a job', {
    ...ofJob,
    query: TableQuery,
    description: `The envelope that the synchronous call would have answered. Its bytes never change: a download that broke off goes on with Range and If-Range. By Accept a report, a workbook, CSV or a chart, as of the call, of a result of up to ${FORM_BYTES_MAX / MEGABYTE} MB of JSON.`,
    hasRanges: true,
    replies: {
      200: { ...json('The result.', AnyResult), otherMediaTypes: Object.values(FORM_MEDIA_TYPES) },
      206: { ...page('The bytes of the JSON that Range names.', 'application/json'), headers: ['Content-Range'] },
      304: UNCHANGED,
    },
    refusals: [
      'job_not_found',
      'job_not_finished',
      'job_without_result',
      'result_removed',
      'range_unsatisfiable',
      'validation',
      'capacity_exceeded',
      'memory_exceeded',
      'deadline_exceeded',
    ],
  }),
  service('jobs.cancel', 'POST', `${JOB_PATH}/cancel`, 'Cancel a job', {
    ...ofJob,
    description:
      'Takes a waiting job out of its queue, and stops one that runs within about a second. A job that is cancelled already is answered like the first time. Its unit of the month stays charged.',
    replies: { 200: json('The job, cancelled.', Job) },
    refusals: ['job_not_found', 'job_finished'],
  }),
  service('jobs.finish', 'POST', `${JOB_PATH}/finish`, 'End a search with its best so far', {
    ...ofJob,
    description:
      'Levelling that runs as a job completes within about a second with the best schedule that it has found, `ended_by` `time`. A job that waits, has ended or searches nothing is left as it is and answered all the same.',
    replies: { 200: json('The job, as it was when it was told.', Job) },
    refusals: ['job_not_found'],
  }),
  service('jobs.delete', 'DELETE', JOB_PATH, 'Cancel a job, or remove a finished one', {
    ...ofJob,
    description:
      'One that waits or runs is cancelled, as by POST to its cancel; its record stays. One that has ended is removed with its data.',
    replies: { 200: json('The job, cancelled.', Job), 204: json('Nothing of the job is left.') },
    refusals: ['job_not_found'],
  }),
  service('webhooks.list', 'GET', '/api/v1/webhooks/deliveries', 'Callback deliveries', {
    ...ofCallbacks,
    query: DeliveryListQuery,
    replies: { 200: json('A page of deliveries, newest first, each with its attempts.', DeliveryList) },
    refusals: ['validation'],
  }),
  service('webhooks.replay', 'POST', '/api/v1/webhooks/deliveries/{id}/replay', 'Send a callback again', {
    ...ofCallbacks,
    params: DeliveryParams,
    description: 'Sent at once, with the same webhook-id.',
    replies: { 202: json('It is on its way.', Delivery) },
    refusals: ['delivery_not_found'],
  }),
  service('webhooks.replays', 'POST', '/api/v1/webhooks/replays', 'Send the dead callbacks of a time again', {
    ...ofCallbacks,
    body: ReplayRequest,
    description:
      'Those that were given up, each with its webhook-id. Sent twice it does no harm: what is on its way is left alone.',
    replies: { 202: json('They are on their way.', Replay) },
    refusals: ['validation'],
  }),
  service('webhooks.endpoints', 'GET', '/api/v1/webhooks/endpoints', 'Endpoints of callbacks', {
    ...ofCallbacks,
    description:
      'Where callbacks of the account went in the last 30 days, and how that went: also what is paused, and since when.',
    replies: { 200: json('The endpoints.', EndpointList) },
  }),
  service('webhooks.resume', 'POST', '/api/v1/webhooks/endpoints/{id}/resume', 'Resume a paused endpoint', {
    ...ofCallbacks,
    params: EndpointParams,
    description:
      'Its callbacks are sent at once, as if it had never failed. One that is not paused is left as it is but for its failures, which are forgotten.',
    replies: { 200: json('The endpoint.', Endpoint) },
    refusals: ['endpoint_not_found'],
  }),
  service('account.webhook-secret', 'POST', '/api/v1/account/webhook-secret', 'New signing secret', {
    ...ofCallbacks,
    description: 'For 24 hours callbacks carry the signatures of both secrets, the new one and the one before.',
    replies: { 201: json('The new secret, shown once.', WebhookSecret) },
    refusals: ['secrets_unavailable'],
  }),
]
