/** Schemas of the contact form. */
import Type from 'typebox'
import { OneOf } from '../../schedule/containers.ts'

const CONTACT_KINDS = ['inquiry', 'sales', 'feedback', 'waitlist'] as const
const MESSAGE_LENGTH_MAX = 5_000

/** Text that says something: blanks, then what is none; no control characters. Each part stops where the next begins, so it is linear. */
const line = (lengthMax: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength: lengthMax,
    pattern:
      '^[^\\S\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$',
    description,
  })

export const ContactForm = Type.Object({
  name: line(200, 'Who writes.'),
  email: Type.String({
    minLength: 3,
    maxLength: 254,
    pattern:
      '^[^\\s@<>"(),;:\\\\\\[\\]\\u0000-\\u001f\\u007f-\\u009f]{1,64}@[^\\s@<>"(),;:\\\\\\[\\]\\u0000-\\u001f\\u007f-\\u009f]+\\.[^\\s@<>"(),;:\\\\\\[\\]\\u0000-\\u001f\\u007f-\\u009f.]{2,63}$',
    description: 'E-mail address for the answer.',
    examples: ['ada@example.com'],
  }),
  kind: OneOf(CONTACT_KINDS, { description: 'Subject of the message.' }),
  message: Type.String({ minLength: 1, maxLength: MESSAGE_LENGTH_MAX, pattern: '\\S', description: 'The message.' }),
  company: Type.Optional(line(200, 'For whom.')),
  website: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: 'Leave empty. People do not see this field, but programs fill it in.',
    }),
  ),
})

export const ContactReceipt = Type.Object({
  status: Type.Literal('received'),
  submission_id: Type.String({ format: 'uuid', description: 'Reference of the message, for later questions.' }),
})
