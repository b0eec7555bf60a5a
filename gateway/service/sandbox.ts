/** GET /api/v1/sandbox/fixtures and .../{name}: sample schedules, each with a ready request body per analysis. */
import { analyses, isAnalysisId } from '../../shared/contract/analysis/analyses.ts'
import { sandboxPath } from '../../shared/contract/endpoint/paths.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { jsonReply } from '../call/answers.ts'
import type { CallTo } from '../call/call.ts'
import type { Answer, Reply } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { isRefusal, readQuery } from '../call/query.ts'
import { CLAIM_EVENTS_FILE, FILE_FIXTURES, FIXTURES, type FileFixture, type Fixture } from '../sandbox/fixtures.ts'

const entry = ({ name, title, description, task_count }: FileFixture | Fixture, analyses: readonly string[]) => ({
  name,
  title,
  description,
  task_count,
  path: sandboxPath(name),
  analyses,
})

const ONE_SCHEDULE = analyses.filter(({ family }) => family !== 'forensics').map(({ id }) => id)

const list = jsonReply(200, {
  fixtures: [
    ...FIXTURES.map(fixture => entry(fixture, Object.keys(fixture.requests))),
    ...FILE_FIXTURES.map(fixture => entry(fixture, ONE_SCHEDULE)),
  ],
})

const fileReply = ({ mediaType, bytes }: Pick<FileFixture, 'mediaType' | 'bytes'>): Reply => ({
  status: 200,
  headers: { 'content-type': mediaType },
  body: [bytes],
})

export const listFixtures = (): Reply => list

const NOT_FOUND: Answer = { refusal: refuse('fixture_not_found') }

/** The bodies of all analyses with the paths they go to, or with `analysis` that body alone. */
export function readFixture(_gateway: Gateway, call: CallTo<'sandbox.read'>): Answer {
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const file = [...FILE_FIXTURES, CLAIM_EVENTS_FILE].find(({ name }) => name === call.route.params.name)
  if (file !== undefined) return fileReply(file)
  const fixture = FIXTURES.find(({ name }) => name === call.route.params.name)
  if (fixture === undefined) return NOT_FOUND
  const { name, title, description, requests } = fixture
  if (query.analysis !== undefined) {
    return isAnalysisId(query.analysis) ? jsonReply(200, requests[query.analysis]) : NOT_FOUND
  }
  return jsonReply(200, {
    name,
    title,
    description,
    requests: analyses.map(({ id, path }) => ({ analysis: id, path, body: requests[id] })),
  })
}
