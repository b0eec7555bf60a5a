/** The introduction of the document, made from the tables that it describes. */
import { FORM_MEDIA_TYPES } from '../../shared/contract/endpoint/result-forms.ts'
import {
  FILE_MEDIA_TYPES,
  FORM_MEDIA_TYPE,
  SNIFFED_MEDIA_TYPES,
} from '../../shared/contract/schedule/file-media-types.ts'
import { TIER_NAMES, TIERS, WINDOW_SECONDS } from '../../shared/contract/tiers.ts'

const count = (value: number | null): string => (value === null ? 'unlimited' : value.toLocaleString('en-US'))

const tierTable = (): string =>
  [
    `| Tier | Tasks per schedule | Calls per month | Calls per ${WINDOW_SECONDS} s | Payload |`,
    '|---|---|---|---|---|',
    ...TIER_NAMES.map(name => {
      const tier = TIERS[name]
      return `| ${tier.displayName} | ${count(tier.taskCountMax)} | ${count(tier.callsPerMonth)} | ${count(tier.callsPerWindow)} | ${tier.payloadMegabytesMax} MB |`
    }),
  ].join('\n')

export const introduction =
  (): string => `Scores, grades and computes project schedules. A schedule is sent with the call, or kept once (\`POST /api/v1/schedules\`) and named by its \`schedule_id\` in the place of its tasks.

Send an API key in \`x-api-key\`, or a bearer token or the key in \`Authorization\`. A schedule and its result may be msgpack (\`application/msgpack\`) with the same members as the JSON described here. A body may be uncompressed, gzip, br or zstd. Answers follow \`Accept\` and \`Accept-Encoding\`. A result, also of a job, is available as a report for reading and printing (\`${FORM_MEDIA_TYPES.html}\`), as a workbook (\`${FORM_MEDIA_TYPES.xlsx}\`, with a sheet for each list), and each of its tables as CSV (\`${FORM_MEDIA_TYPES.csv}\`).

Every analysis and its jobs also accept project files: XER (\`${FILE_MEDIA_TYPES.xer}\`), P6 XML (\`${FILE_MEDIA_TYPES.p6_xml}\`) and Microsoft Project XML (\`${FILE_MEDIA_TYPES.ms_project_xml}\`). With \`${SNIFFED_MEDIA_TYPES.join('`, `')}\` the format is detected from the first bytes. In a form (\`${FORM_MEDIA_TYPE}\`) the parts have the names of the request members: \`schedule\` (or \`tasks\`) for a single schedule; \`current_schedule\`, \`baseline_schedule\` and \`schedule_history\` (repeated) for several. Each part is a project file, JSON or msgpack, and formats can be mixed. \`options\` can be sent as a JSON part, and other members as JSON or text (\`status_date\`, \`callback_url\`, \`current_schedule.status_date\`); they take precedence over values in a file. \`metadata.import\` in the answer states what was read from a file, with its data date, the scheduling options used for its dates, and its baselines. \`?project=\` selects a project, or a baseline of a P6 XML file (\`baseline_schedule.project=\` in a form).

${tierTable()}

Every refusal has a text in \`detail\`, a stable code in \`code\` and the id of the call in \`request_id\`. With \`Accept: application/problem+json\` the same information is sent as RFC 9457. Web pages of origins that the operator allows may call every path. Operations marked \`x-pending\` are declared and answer 501 until they are implemented.`
