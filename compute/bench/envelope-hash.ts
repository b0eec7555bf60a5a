/**
 * `node compute/bench/envelope-hash.ts < body.json`: what /analysis/cpm answers to a JSON body, worked out in this process without a service;
 * prints the hash of the envelope. The load harness holds results of large jobs against it.
 */
import { analyses } from '../../shared/contract/analysis/analyses.ts'
import { EnvelopeHash } from '../../shared/contract/envelope-hash.ts'
import { inputSha256 } from '../../shared/contract/schedule/frame.ts'
import { analysers } from '../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../engine/read/read-request.ts'
import { isRefusal } from '../engine/result/result.ts'
import { spliceTail, writeEnvelope } from '../engine/write/envelope.ts'

const MEDIA_TYPE = 'application/json'

const row = analyses.find(({ id }) => id === 'analysis.cpm')!
const pieces: Buffer[] = []
for await (const piece of process.stdin) pieces.push(piece as Buffer)
const input = readRequest(row, Buffer.concat(pieces), MEDIA_TYPE, NO_LIMITS)
if (!('schedules' in input)) throw new Error(JSON.stringify(input))
const result = analysers[row.id](input, { today: 0 })
if (isRefusal(result)) throw new Error(JSON.stringify(result))
const { taskCount, ignoredFields } = input
const hash = new EnvelopeHash()
const facts = { taskCount, inputSha256: inputSha256(input), ignoredFields }
for (const chunk of writeEnvelope(result, facts, MEDIA_TYPE).chunks) hash.update(chunk)
hash.update(spliceTail(MEDIA_TYPE, { endpoint: row.path, requestId: '', processingTimeMs: 0 }))
console.log(hash.digest())
