/** A refusal as a text for agents: what is wrong, where, which limit, and what to do. */
import { ERRORS } from '../../../shared/contract/error-rows.ts'
import { detailOf, type Refusal, type ValidationFault } from '../../../shared/contract/errors.ts'
import { OUTPUT_MEMBER } from '../../../shared/contract/tools/tool.ts'

/** Faults named in the text: enough to see a pattern. */
const FAULTS_NAMED_MAX = 20

/** tasks[3].duration_days; the first step, which says that it is the body, is left out. */
const placeOf = ({ loc }: ValidationFault): string =>
  loc
    .slice(1)
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('')

function faultLines(faults: readonly ValidationFault[], count: number): string[] {
  const named = faults.slice(0, FAULTS_NAMED_MAX).map(fault => {
    const place = placeOf(fault)
    return place === '' ? `- ${fault.msg}` : `- ${place}: ${fault.msg}`
  })
  return count > named.length ? [...named, `- and ${count - named.length} more`] : named
}

/** What an agent can do, where the sentence of the refusal does not say it. */
const ADVICE: Partial<Readonly<Record<Refusal['code'], string>>> = {
  schedule_not_found:
    'list_schedules tells what is kept. Else keep the schedule again with load_schedule, or ask for its file to be sent again.',
  schedules_full:
    'Ask the user to remove schedules that are not needed any more (DELETE /api/v1/schedules/{schedule_id}); list_schedules tells them.',
  file_unsupported:
    'Ask the user for the file in one of these forms; calling again with the same content does not help.',
  body_syntax: 'Give the content of the file in text or base64 as it is, or the schedule as tasks.',
  job_not_found: 'Take the job_id from the answer of submit_job; jobs are forgotten after a time, so submit it again.',
  payload_too_large: 'Ask the user for a smaller file, or to upgrade.',
  deadline_exceeded: 'Call submit_job with the same tool and arguments, then get_job.',
  validation: `Correct the arguments and call the tool again; its inputSchema says what each member takes, ${OUTPUT_MEMBER} included.`,
  duplicate_id: 'Give every task an id of its own and call the tool again; predecessors refer to these ids.',
  dependency_cycle: 'Remove a link of the cycle and call the tool again. analysis_validate lists all that is wrong.',
  tier_forbidden: 'Use a tool that the tier has, or ask the user to upgrade; calling again does not help.',
  task_limit_tier: 'Send fewer tasks, or ask the user to upgrade.',
  task_limit_sum: 'Send fewer snapshots, or fewer tasks in each.',
  memory_exceeded: 'Send a smaller schedule.',
  compute_exceeded: 'Nothing was computed. Wait so long, then call with a smaller schedule or simpler calendars.',
  window_exceeded: 'Nothing was computed. Wait so long, then call the tool again.',
  email_unverified:
    'Ask the user to confirm the e-mail address at the identity provider and to sign in again; the account is made then.',
  account_deleted: 'Tell the user; calling again does not help before that.',
  email_taken: 'Tell the user; calling again does not help.',
  month_exceeded: 'The quota is the user’s; calling again before does not help.',
}

export function errorText(refusal: Refusal): string {
  const { code, faults, faultCount } = refusal
  const sentence =
    faults === undefined
      ? detailOf(refusal)
      : `The arguments break the schema of the tool in ${faultCount ?? faults.length} place(s):`
  const advice = ADVICE[code]
  return [
    sentence,
    ...(faults === undefined ? [] : faultLines(faults, faultCount ?? faults.length)),
    ...(advice === undefined ? [] : [advice]),
    `(code ${code}, HTTP ${ERRORS[code].status})`,
  ].join('\n')
}
