import t from 'tap'
import { readForm } from '../../../../engine/read/file/multipart.ts'
import { BodySyntaxError } from '../../../../engine/read/tokens.ts'

const DELIMITER = '--b'
const crlf = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'))
const read = (...lines: string[]) =>
  readForm(crlf(...lines), 'b').map(({ name, fileName, charset, bytes }) => [
    name,
    fileName ?? null,
    charset ?? null,
    bytes.toString(),
  ])
const refusedOf = (...lines: string[]): string => {
  try {
    read(...lines)
    return 'nothing'
  } catch (error) {
    if (!(error instanceof BodySyntaxError)) throw error
    return `${error.message} at ${error.offset}`
  }
}
const of = (name: string): string => `Content-Disposition: form-data; name="${name}"`

t.test('parts come with their names, their file names and their bytes as they are', async t => {
  t.same(
    read(
      DELIMITER,
      of('options'),
      '',
      '{"a": 1}',
      DELIMITER,
      'content-type: text/plain; charset="windows-1251"',
      'CONTENT-DISPOSITION: form-data; Name="schedule"; filename="a \\"b\\"; c%22.xer"',
      '',
      'ERMHDR',
      '',
      '%E',
      '--b--',
      'epilogue',
    ),
    [
      ['options', null, null, '{"a": 1}'],
      ['schedule', 'a "b"; c".xer', 'windows-1251', 'ERMHDR\r\n\r\n%E'],
    ],
  )
})

t.test('a preamble, blanks behind a boundary, and parts without bytes are read as RFC 2046 has them', async t => {
  t.same(read('preamble', '--b  \t', of('a'), '', '', DELIMITER, of('c'), '', '--b--'), [
    ['a', null, null, ''],
    ['c', null, null, ''],
  ])
  t.same(read('--b--'), [])
})

t.test('what only looks like a boundary belongs to the part', async t => {
  t.same(read(DELIMITER, of('a'), '', 'x--b', '-', '--a', '--b--'), [['a', null, null, 'x--b\r\n-\r\n--a']])
})

t.test('what is no form is refused with its place', async t => {
  t.match(refusedOf('nothing of the kind'), 'no line is the boundary "b"')
  t.match(refusedOf(''), 'no line is the boundary')
  t.match(refusedOf(DELIMITER, of('a'), '', 'open'), 'no closing boundary')
  t.match(refusedOf(DELIMITER), 'a boundary must end its line')
  t.match(refusedOf('--bx', of('a'), '', '', '--b--'), 'a boundary must end its line at 3')
  t.match(refusedOf(DELIMITER, of('a'), '--b--'), 'must end with an empty line')
  t.match(refusedOf(DELIMITER, '--b--'), 'must end with an empty line')
  t.match(refusedOf(DELIMITER, 'no colon', '', '', '--b--'), 'has no name')
  t.match(refusedOf(DELIMITER, 'Content-Disposition: attachment', '', '', '--b--'), 'form-data; name=')
  t.match(refusedOf(DELIMITER, of('a'), 'Content-Transfer-Encoding: base64', '', '', '--b--'), 'Transfer-Encoding')
  t.match(refusedOf(DELIMITER, `X: ${'x'.repeat(20_000)}`, '', '', '--b--'), 'too long')
  t.match(refusedOf(DELIMITER, ...Array(60).fill('X: y'), '', '', '--b--'), 'too long')
  t.match(
    refusedOf(
      ...Array(1_200)
        .fill([DELIMITER, of('a'), '', ''])
        .flat(),
      '--b--',
    ),
    'at most 1100 parts',
  )
})

// 8 MB of them took minutes when each was looked for from its own beginning
t.test('the time of a form grows with its bytes, whatever stands in it', async t => {
  const size = 8 * 2 ** 20
  const long = 'b'.repeat(70)
  for (const piece of ['\r\n', '\r\n-', `\r\n--${'b'.repeat(69)}`, '-', '"\\']) {
    const body = Buffer.alloc(size, piece)
    for (const bytes of [body, Buffer.concat([crlf(`--${long}`, of('a'), '', ''), body, crlf('', `--${long}--`)])]) {
      const from = process.cpuUsage()
      try {
        readForm(bytes, long)
      } catch (error) {
        if (!(error instanceof BodySyntaxError)) throw error
      }
      const { user, system } = process.cpuUsage(from)
      t.ok(user + system < 10_000_000, JSON.stringify(piece.slice(0, 4)))
    }
  }
})
