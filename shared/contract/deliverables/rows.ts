/** The rows of POST /api/v1/deliverables/{format}. They answer with an envelope, as analyses do, and run as jobs. */
import Type, { type TSchema } from 'typebox'
import { Envelope } from '../endpoint/data/envelope-data.ts'
import {
  DELIVERABLES,
  type DeliverableId,
  type DeliverableName,
  deliverableId,
  deliverablePath,
  PACKAGE_MEDIA_TYPES,
} from '../endpoint/deliverable-formats.ts'
import { flag, scheduleRequest } from '../endpoint/request-fields.ts'
import type { ServiceRow } from '../endpoint/row.ts'
import { json, service } from '../endpoint/service/service-row.ts'
import { fileQuery } from '../endpoint/table-query.ts'
import { BaselineSchedule } from '../schedule/containers.ts'
import { DeliverableData } from './data.ts'
import { type ConstantField, constantsSchema, type MappedField, mappingSchema } from './mapping.ts'
import { PARS_CONSTANTS, PARS_MAPPED } from './pars-request.ts'
import { SDEF_CONSTANTS, SDEF_MAPPED } from './sdef-request.ts'
import { SPD_CONSTANTS, SPD_MAPPED } from './spd-request.ts'

interface Fields {
  readonly mapped: readonly MappedField[]
  readonly constants: readonly ConstantField[]
  readonly takesBaseline: boolean
  readonly takesCustomFields?: true
  readonly shortensIds?: true
  readonly about: string
}

export const DELIVERABLE_FIELDS: Readonly<Record<DeliverableName, Fields>> = {
  'ipmdar-spd': {
    mapped: SPD_MAPPED,
    constants: SPD_CONSTANTS,
    takesBaseline: true,
    takesCustomFields: true,
    about: 'One zip with a file of JSON for each of its nineteen tables.',
  },
  'doe-pars': {
    mapped: PARS_MAPPED,
    constants: PARS_CONSTANTS,
    takesBaseline: true,
    about:
      'One zip with DS04, DS05, DS06, DS19 and DS20 by schema 5.0.3; the baseline is a second full schedule in it.',
  },
  'usace-sdef': {
    mapped: SDEF_MAPPED,
    constants: SDEF_CONSTANTS,
    takesBaseline: false,
    shortensIds: true,
    about: 'One text of fixed columns: activities, links, progress, costs and calendars.',
  },
}

/** What the mapping of any of them may fill. */
export const DELIVERED_NAMES: ReadonlySet<string> = new Set(
  Object.values(DELIVERABLE_FIELDS).flatMap(({ mapped }) => mapped.map(({ name }) => name)),
)

const requestOf = ({ mapped, constants, takesBaseline, takesCustomFields, shortensIds }: Fields): TSchema =>
  scheduleRequest(
    1,
    'Data date of the file.',
    {
      include_details: flag('Name all tasks that an entry concerns, not only its first ten.', false),
      report_only: flag('Only say what is missing: no file is written.', false),
      ...(takesCustomFields
        ? {
            custom_fields: Type.Optional(
              Type.Array(Type.String({ maxLength: 100, description: 'Name of a code.' }), {
                maxItems: 200,
                description:
                  'Codes and user fields that are written as custom fields of tasks. Absent: all of the schedule; what a list leaves out stands in `changes`.',
              }),
            ),
          }
        : {}),
      ...(shortensIds
        ? {
            shorten_ids: flag(
              'Write ids that are too long as five characters of their hash and their own last five: the same in every update, whatever stands beside them. `shortened` lists them.',
              false,
            ),
          }
        : {}),
      allow_incomplete: flag(
        'Write the file although values are missing without which the receiver rejects it.',
        false,
      ),
    },
    {
      ...(takesBaseline ? { baseline_schedule: Type.Optional(BaselineSchedule) } : {}),
      mapping: mappingSchema(mapped),
      constants: constantsSchema(constants),
    },
  )

const WHAT_IT_DOES =
  'What is missing is listed first, with the number of rows and what the receiver does; where the receiver would reject the file, none is written. The reply is JSON with the file in it; with `Accept` of its media type it is the file.'

const rowOf = (name: DeliverableName): ServiceRow<DeliverableId> => {
  const { title, receiver, form } = DELIVERABLES.find(row => row.name === name)!
  const fields = DELIVERABLE_FIELDS[name]
  return service(deliverableId(name), 'POST', deliverablePath(name), title, {
    identity: 'key',
    meter: 'analysis',
    asyncTier: 'starter',
    query: Type.Object(fileQuery),
    body: requestOf(fields),
    reader: 'strict',
    ...(fields.takesBaseline ? { comparesBaseline: 'schedule' } : {}),
    takesFiles: true,
    description: `The schedule as a file for ${receiver}. ${fields.about} ${WHAT_IT_DOES}`,
    replies: {
      200: {
        ...json('The file, and what is missing in it.', Envelope(DeliverableData)),
        otherMediaTypes: [PACKAGE_MEDIA_TYPES[form]],
      },
    },
  }) as ServiceRow<DeliverableId>
}

export const deliverableRows: readonly ServiceRow<DeliverableId>[] = DELIVERABLES.map(({ name }) => rowOf(name))
