/** What the code of a failed job means for the operator, and what to do. */
import { ERRORS } from '../../shared/error-rows.ts'

export interface FailureMeaning {
  readonly meaning: string
  readonly advice: string
  /** The sentence of the failure is ours alone: it never names anything of the schedule. */
  readonly isDetailShown: boolean
}

const OF_THE_SERVICE: Readonly<Record<string, Omit<FailureMeaning, 'isDetailShown'>>> = {
  timeout: {
    meaning: 'The analysis exceeded the time limit for a job of its size (JOB_SECONDS).',
    advice: 'Raise JOB_SECONDS on the nodes or give them more processors, then queue the job again.',
  },
  memory: {
    meaning: 'The analysis exceeded the memory limit of a job (JOB_MEMORY_MB; WORKER_HEAP_MB for its objects).',
    advice:
      'Raise JOB_MEMORY_MB or WORKER_HEAP_MB on the nodes, and the limits of their containers, then queue the job again.',
  },
  node_lost: {
    meaning: 'In each of its three deliveries its node, thread or process was lost.',
    advice:
      'Check the logs of these nodes at these times. If the nodes were killed (a container limit, a drained machine), queue the job again.' +
      'If the job itself crashed the process, it will crash again until a release fixes it; it runs in isolation and affects no other job.',
  },
  internal: {
    meaning: 'The analysis failed: a defect of the service, or a frame that could not be read.',
    advice:
      'Search for the job id in the log of the node, which has the error. Queue the job again after a release fixes it, or after its object store has been repaired.',
  },
}

export function failureMeaning(code: string): FailureMeaning {
  const known = OF_THE_SERVICE[code]
  if (known !== undefined) return { ...known, isDetailShown: true }
  const title = code in ERRORS ? ERRORS[code as keyof typeof ERRORS].title : code
  return {
    meaning: `The schedule was refused: ${title}.`,
    advice:
      'The owner sees the reason with the job and can submit a corrected schedule. Queued again unchanged, the job will fail again.',
    isDetailShown: false,
  }
}
