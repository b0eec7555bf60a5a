/** What the code of a failed job means to the operator, and what he can do. */
import { ERRORS } from '../../shared/errors.ts'

export interface FailureMeaning {
  readonly meaning: string
  readonly advice: string
  /** The sentence of the failure is ours alone: it never names anything of the schedule. */
  readonly isDetailShown: boolean
}

const OF_THE_SERVICE: Readonly<Record<string, Omit<FailureMeaning, 'isDetailShown'>>> = {
  timeout: {
    meaning: 'The analysis took longer than a job of its size may (JOB_SECONDS).',
    advice: 'Raise JOB_SECONDS on the nodes, or give them more processors, then queue it again.',
  },
  memory: {
    meaning: 'The analysis needed more memory than a job may have (JOB_MEMORY_MB; WORKER_HEAP_MB for its objects).',
    advice:
      'Raise JOB_MEMORY_MB or WORKER_HEAP_MB on the nodes, and the limit of their containers with it, then queue it again.',
  },
  node_lost: {
    meaning: 'Each of its three deliveries ended with the loss of its node, thread or process.',
    advice:
      'Look into the logs of the nodes named here at these times. Nodes that were killed (a container limit, a drained machine): queue it again. ' +
      'A process that died of the job itself: it will again, until a release mends it; it runs apart and takes nobody along.',
  },
  internal: {
    meaning: 'The analysis broke: a defect of the service, or a frame that could not be read.',
    advice:
      'Look for the job id in the log of the node: the error stands there. Queue it again once a release mends it, or once its store of objects is whole.',
  },
}

export function failureMeaning(code: string): FailureMeaning {
  const known = OF_THE_SERVICE[code]
  if (known !== undefined) return { ...known, isDetailShown: true }
  const title = code in ERRORS ? ERRORS[code as keyof typeof ERRORS].title : code
  return {
    meaning: `The schedule was refused: ${title}.`,
    advice:
      'Its owner sees the reason with the job and sends a mended schedule; queued again as it is, it fails again.',
    isDetailShown: false,
  }
}
