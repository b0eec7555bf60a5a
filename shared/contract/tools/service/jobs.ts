/** submit_job and get_job: analyses above the limit of a synchronous call. */
import Type from 'typebox'
import { analyses } from '../../analysis/analyses.ts'
import { JOB_PATH } from '../../endpoint/job-paths.ts'
import { CAPABILITIES } from '../../tiers.ts'
import { OUTPUT_SHOWN, Output } from '../output.ts'
import { oneOf, text } from './members.ts'
import { serviceTool } from './service-tool.ts'

const TOOL_NAMES = analyses.map(row => row.tool)

export const submitJob = serviceTool('submit_job', {
  title: 'Run an analysis as a job',
  description:
    'Runs an analysis in the background, for schedules above the limit of its tool; the tool of the analysis does it by itself there. Returns job_id for get_job.',
  // metered as the submission of its analysis
  endpoint: { id: 'jobs.read', path: JOB_PATH },
  isMetered: true,
  tier: CAPABILITIES.async,
  arguments: Type.Object({
    tool: oneOf(TOOL_NAMES),
    arguments: Type.Object({ schedule_id: Type.Optional(Type.String()) }, { description: 'As of the tool.' }),
  }),
  required: ['tool', 'arguments'],
  changes: true,
})

export const getJob = serviceTool('get_job', {
  title: 'State and result of a job',
  description:
    'Is a job done, and what came out? Ask again after some seconds while status is queued or processing. Returns status, and the result as its tool would have answered.',
  endpoint: { id: 'jobs.read', path: JOB_PATH },
  isMetered: false,
  tier: 'demo',
  arguments: Type.Object({ job_id: text(), output: Type.Optional(Output) }),
  shown: { output: OUTPUT_SHOWN },
  required: ['job_id'],
})
