/** Names of form parts that a hostile caller makes: each is refused, and what it costs grows with its length alone. */
import t from 'tap'
import { dcma14PointRow } from '../../../../../shared/contract/analysis/dcma-14-point/row.ts'
import { PARTS_MAX } from '../../../../engine/read/file/multipart.ts'
import { readFileRequest } from '../../../../engine/read/file/read-file-request.ts'
import { NO_LIMITS } from '../../../../engine/read/read-request.ts'

const CPU_MS_MAX = 5_000

function refusalOf(names: readonly string[]) {
  const parts = names.map(name => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`)
  const form = Buffer.from(`${parts.join('')}--part--\r\n`)
  const input = readFileRequest(dcma14PointRow, form, { boundary: 'part' }, NO_LIMITS, dcma14PointRow.path)
  return 'code' in input ? input : { code: 'none', faultCount: 0, faults: [] }
}

t.test('as many names of as many steps as a form may have', async t => {
  const before = process.cpuUsage()
  const names = Array.from({ length: PARTS_MAX }, (_, i) => `options.${i}${'.a'.repeat(8_000)}`)
  t.match(refusalOf(names), { code: 'validation', faultCount: PARTS_MAX })
  t.ok(process.cpuUsage(before).user / 1000 < CPU_MS_MAX)
})

t.test('names that every object of JavaScript knows', async t => {
  const names = ['__proto__', 'constructor', 'toString'].flatMap(name => [name, `${name}.x`, `options.${name}.x`])
  const { faults, faultCount } = refusalOf(names)
  t.equal(faultCount, names.length)
  t.same(
    faults?.map(({ loc }) => loc[1]),
    names,
  )
})
