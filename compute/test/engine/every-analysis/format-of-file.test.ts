/**
 * The format of a file does not change what is concluded from it: an update as XER and the same as P6 XML get the same score, grade, gates and
 * checks. On published files where they lie beside the repository.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { analysers } from '../../../engine/analysers.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import { type Plain, TODAY } from '../../helpers/analyse.ts'
import { built } from '../../helpers/every-analysis.ts'
import { materialise } from '../write/materialise.ts'

const FOLDER =
  process.env.PROJECT_FILES ?? fileURLToPath(new URL('../../../../../shared/data/project_files', import.meta.url))
const BOUNDARY = 'part'
const HEALTH = built.filter(({ id }) => id.startsWith('health.') || id === 'analysis.validate')

function replyTo(row: (typeof built)[number], file: Uint8Array): Plain {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="tasks"; filename="x"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  const input = readFileRequest(row, body, { boundary: BOUNDARY }, NO_LIMITS, row.path)
  if ('code' in input) return { refused: input.code }
  const result = analysers[row.id](input, { today: TODAY })
  return isRefusal(result) ? { refused: result.code } : materialise(result as unknown as ResultValue)
}

/** Where a float came from, and how many dates there were to be read, is the format; what follows from them is the schedule. */
const verdictOf = ({ refused, score, grade, findings, data }: Plain) =>
  refused ?? {
    score,
    grade,
    gates: findings
      .filter(({ code }: Plain) => code.startsWith('GATE_'))
      .map(({ code, description }: Plain) => `${code} ${description.replace(/\b(?:computed|supplied) total/, 'total')}`)
      .sort(),
    checks: (data.checks ?? data.components ?? data.sub_metrics).map(
      ({ code, status, numerator, denominator, value }: Plain) =>
        code === 'V007' ? [code, status, numerator] : [code, status, numerator, denominator, value],
    ),
  }

const pairs = existsSync(join(FOLDER, 'pmxml'))
  ? readdirSync(join(FOLDER, 'xer')).flatMap(file => {
      const xml = join(FOLDER, 'pmxml', file.replace(/\.xer$/, '.p6.xml.gz'))
      return file.endsWith('.xer') && existsSync(xml) ? [[file, join(FOLDER, 'xer', file), xml] as const] : []
    })
  : []

t.test('an update as XER and as P6 XML', { skip: pairs.length === 0 ? `${FOLDER} is not here` : false }, async t => {
  for (const [file, xer, xml] of pairs) {
    const [one, other] = [readFileSync(xer), gunzipSync(readFileSync(xml))]
    for (const row of HEALTH) {
      t.strictSame(verdictOf(replyTo(row, other)), verdictOf(replyTo(row, one)), `${file}: ${row.id}`)
    }
  }
  t.comment(`${pairs.length} pairs`)
})
