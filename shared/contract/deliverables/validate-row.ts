/** The row of POST /api/v1/deliverables/validate: its body is no schedule, but a file as it goes to an authority. */
import Type from 'typebox'
import { CLOSED, countOf, textOrNull } from '../endpoint/data/members.ts'
import {
  DELIVERABLES,
  DELIVERABLES_PATH,
  PACKAGE_MEDIA_TYPES,
  VALIDATE_DELIVERABLE_ID,
} from '../endpoint/deliverable-formats.ts'
import { json, service } from '../endpoint/service/service-row.ts'
import { OneOf } from '../schedule/containers.ts'

const ValidateRequest = Type.Object(
  {
    content: Type.String({ description: 'The file, as `data.file.content` of a deliverable has it.' }),
    encoding: Type.Optional(
      OneOf(['text', 'base64'], { default: 'text', description: 'How `content` has the bytes.' }),
    ),
  },
  {
    description: 'A file; or the file itself as the body, as application/zip, text/plain or application/octet-stream.',
  },
)

const FileFault = Type.Object(
  {
    severity: OneOf(['error', 'warning'], {
      description: 'error: the format does not allow it. warning: the receiver takes it and asks.',
    }),
    table: Type.String({ description: 'Table, record or file.' }),
    field: textOrNull('Field; null where the fault is of the table.'),
    rule: Type.String({ description: 'Stable word for the kind of rule.' }),
    text: Type.String({ description: 'The rule that is broken.' }),
    count: countOf('Number of places.'),
    examples: Type.Array(
      Type.Object(
        {
          row: Type.Unsafe<number | null>({
            type: ['integer', 'null'],
            description: 'Record of the table, or line of the text, from 1; null where there is none.',
          }),
          value: textOrNull('The value that stands there, cut at 100 characters.'),
        },
        CLOSED,
      ),
      { description: 'The first ten places.' },
    ),
  },
  { ...CLOSED, description: 'A rule that a file breaks.' },
)

export const ValidateReply = Type.Object(
  {
    format: OneOf(
      DELIVERABLES.map(({ name }) => name),
      { description: 'Format of the file, by its first bytes and the names of its files.' },
    ),
    is_valid: Type.Boolean({ description: 'True without errors.' }),
    error_count: countOf('Number of errors.'),
    warning_count: countOf('Number of warnings.'),
    faults: Type.Array(FileFault, { description: 'Broken rules, errors first.' }),
    records: Type.Array(
      Type.Object(
        {
          table: Type.String({ description: 'Table or record.' }),
          rows: countOf('Number of its rows.'),
        },
        CLOSED,
      ),
      { description: 'What was read.' },
    ),
  },
  { ...CLOSED, $id: 'DeliverableValidation', description: 'Rules that a file breaks.' },
)

export const validateDeliverableRow = service(
  VALIDATE_DELIVERABLE_ID,
  'POST',
  `${DELIVERABLES_PATH}/validate`,
  'Validate a deliverable',
  {
    identity: 'key',
    meter: 'analysis',
    asyncTier: 'starter',
    answersData: true,
    body: ValidateRequest,
    reader: 'open',
    takesFiles: true,
    description: `Anybody's file held against the rules of its format: ${DELIVERABLES.map(({ title }) => title).join(', ')}. Names, kinds and values of fields, keys and references, columns and dates. Send the file as the body (${Object.values(PACKAGE_MEDIA_TYPES).join(', ')} or application/octet-stream), as a part of a form, or in \`content\`.`,
    replies: { 200: json('The rules that the file breaks.', ValidateReply) },
  },
)
