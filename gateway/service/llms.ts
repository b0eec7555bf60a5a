/**
 * GET /llms.txt: the service in short for language models, in the form of llmstxt.org; made from the rows once. Its addresses are relative to
 * the file, so they work at every address of the service.
 */

import { type AnalysisRow, analyses } from '../../shared/contract/analysis/analyses.ts'
import { METHOD_IDS } from '../../shared/contract/catalogue/catalogue.ts'
import {
  DELIVERABLES_PAGE,
  GUIDE_PATH,
  METHOD_PAGES_PATH,
  methodName,
  methodPath,
} from '../../shared/contract/endpoint/method-pages.ts'
import {
  AGENT_PATH,
  RESOURCE_METADATA_PATH,
  SANDBOX_PATH,
  SCHEDULES_PATH,
  SKILL_PATH,
} from '../../shared/contract/endpoint/paths.ts'
import { SERVICE_TITLE } from '../../shared/contract/envelope.ts'
import { SYNC_TASK_COUNT, TIER_NAMES, TIERS, TOOL_TASK_COUNT } from '../../shared/contract/tiers.ts'
import { SERVICE_TOOLS } from '../../shared/contract/tools/service-tools.ts'
import { once } from '../../shared/platform/once.ts'
import type { Call } from '../call/call.ts'
import type { Reply } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { madeAsset } from '../docs/assets.ts'
import { accepted, fileReply } from './documents.ts'

const toolLine = ({ tool, path, tier, toolDescription }: AnalysisRow): string =>
  `- [${tool}](${path}): ${toolDescription.answers}${tier === TIER_NAMES[0] ? '' : ` Tier ${TIERS[tier].displayName} or higher.`}`

const methodLine = (id: string): string =>
  `- [${methodName(id)}](${methodPath(id)}): formulas, thresholds, a worked example, sources, differences from other tools`

const text = `# ${SERVICE_TITLE}

> Scores, grades and computes project schedules. Send tasks, durations and dependencies; get the critical path, the faults of the schedule, scored checks against public standards, or a comparison of several updates.

The schedule is sent with a call, or once to POST ${SCHEDULES_PATH} (files of P6 and Microsoft Project as they are). From then on it is named by its \`schedule_id\` in the place of \`tasks\`, for a day by default. Nothing else is kept, except the results of asynchronous jobs for a limited time. The same input gives the same figures. A call may have up to ${SYNC_TASK_COUNT.toLocaleString('en-US')} tasks over all its schedules, a tool call up to ${TOOL_TASK_COUNT.toLocaleString('en-US')}. A tool submits a larger schedule as a job by itself; over REST send it to the path of the analysis followed by /async. Every refusal has a text in \`detail\` and a stable code in \`code\`.

Authenticate with an API key in the header \`x-api-key\`, or with a bearer token in \`Authorization\`. ${RESOURCE_METADATA_PATH} states where to get a token, or that this service accepts only keys. POST /api/v1/playground/keys returns a demo key at once, without an account.

An agent connects to \`${AGENT_PATH}\` with the Model Context Protocol (Streamable HTTP, stateless), or calls POST ${AGENT_PATH}/tools/{tool_name} with the arguments as the body.

## Documents

- [OpenAPI description](/openapi.json): every endpoint with schemas, examples and refusals
- [Documentation](/docs): the same as a web page
- [Skill](${SKILL_PATH}): from a schedule file to answers, step by step, and which tool answers what
- [Agent tools](${AGENT_PATH}/tools): the tools with their input schemas
- [Guide](${GUIDE_PATH}): what each view of the page answers, for planners
- [Methods](${METHOD_PAGES_PATH}): the rules common to all analyses, as Markdown
- [Checks](/api/v1/catalogue): every check with its formula, threshold, source and a link to its method
- [Error codes](/api/v1/errors): every refusal with its status
- [Sample schedules](${SANDBOX_PATH}): a ready-made request body per tool

## Tools

${analyses.map(toolLine).join('\n')}
${SERVICE_TOOLS.map(({ name, endpoint, description }) => `- [${name}](${endpoint.path}): ${description}`).join('\n')}

## Methods

${METHOD_IDS.map(methodLine).join('\n')}
- [${DELIVERABLES_PAGE}](${methodPath(DELIVERABLES_PAGE)}): files for authorities (IPMDAR SPD, PARS, SDEF), an example of a mapping, what each format cannot hold`

const file = once(() => madeAsset(Buffer.from(text), 'text/plain; charset=utf-8'))

export const llmsText = (_gateway: Gateway, { exchange }: Call): Reply =>
  fileReply(file()(accepted(exchange)), exchange)
