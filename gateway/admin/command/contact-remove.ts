import { removeMessage } from '../../store/contact.ts'
import { type Command, CommandError } from '../command.ts'

export const contactRemove: Command = {
  name: 'contact remove',
  summary: 'Remove a contact form.',
  operands: ['submission'],
  options: {},
  async run(client, { operands }) {
    const [submissionId] = operands
    if (!(await removeMessage(client, submissionId!)))
      throw new CommandError(`contact form ${submissionId} does not exist`)
    return `contact form ${submissionId} is removed`
  },
}
