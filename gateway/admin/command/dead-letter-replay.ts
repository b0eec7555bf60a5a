import { redisJobStore } from '../../../shared/jobs/redis-job-store.ts'
import { type Command, CommandError } from '../command.ts'
import { type DeadLetter, deadLetters } from '../dead-letters.ts'

const ALL = 'all'

export const deadLetterReplay: Command = {
  name: 'jobs dead-letter replay',
  summary: `Send a callback that was given up again, with the same id; "${ALL}" sends every one.`,
  operands: ['delivery'],
  options: {},
  async run(client, { operands }) {
    const [wanted] = operands
    const found: DeadLetter[] = []
    for await (const letter of deadLetters(client)) {
      if (wanted === ALL || letter.deliveryId === wanted || letter.jobId === wanted) found.push(letter)
    }
    if (found.length === 0 && wanted !== ALL) throw new CommandError(`there is no dead letter ${wanted}`)
    const store = redisJobStore(client)
    for (const { accountId, deliveryId } of found) await store.replayDelivery(accountId, deliveryId)
    return `${found.length} callback${found.length === 1 ? ' is' : 's are'} on the way again`
  },
}
