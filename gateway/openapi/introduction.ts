/** The text the document opens with, made from the tables it speaks of. */
import { FORM_MEDIA_TYPES } from '../../shared/endpoint/result-forms.ts'
import { FILE_MEDIA_TYPES, FORM_MEDIA_TYPE, SNIFFED_MEDIA_TYPES } from '../../shared/schedule/file-media-types.ts'
import { TIER_NAMES, TIERS, WINDOW_SECONDS } from '../../shared/tiers.ts'

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
  (): string => `Scores, grades and computes project schedules. The schedule is sent with every call.

Send an API key in \`x-api-key\`, or in \`Authorization\` a bearer token or the key. A schedule and its result may be msgpack (\`application/msgpack\`) with the same members as the JSON described here, and a body may be plain, gzip, br or zstd; answers follow \`Accept\` and \`Accept-Encoding\`. A result, also of a job, comes as a report to read and print (\`${FORM_MEDIA_TYPES.html}\`), as a workbook (\`${FORM_MEDIA_TYPES.xlsx}\`: a sheet for each list in it) or, one table of it, as CSV (\`${FORM_MEDIA_TYPES.csv}\`).

A project file is a body like any other, on every analysis and its jobs: XER (\`${FILE_MEDIA_TYPES.xer}\`), P6 XML (\`${FILE_MEDIA_TYPES.p6_xml}\`) and Microsoft Project XML (\`${FILE_MEDIA_TYPES.ms_project_xml}\`), also told by its first bytes under \`${SNIFFED_MEDIA_TYPES.join('`, `')}\`. In a form (\`${FORM_MEDIA_TYPE}\`) the parts are called as the members of the request: \`schedule\` (or \`tasks\`) where it is one schedule, \`current_schedule\`, \`baseline_schedule\` and \`schedule_history\` (repeated) where it has several, each a project file, JSON or msgpack, in any mix; beside them \`options\` as JSON and the other members as JSON or text (\`status_date\`, \`callback_url\`, \`current_schedule.status_date\`), which win over what a file says. What was read of a file stands in \`metadata.import\` of the answer, with its data date, the scheduling options that dates are computed by, and the baselines it has; \`?project=\` also takes a baseline of a P6 XML (\`baseline_schedule.project=\` in a form).

${tierTable()}

Every refusal has a sentence in \`detail\`, a stable word in \`code\` and the id of the call in \`request_id\`; with \`Accept: application/problem+json\` the same facts come as RFC 9457. Pages of the origins that the operator lists may call every path from a browser. Operations marked \`x-pending\` are declared and answer 501 until they are built.`
