/** Files that were made to hurt: each ends, in time that grows with its bytes, in a schedule or a 422. MUTATIONS sets how many mutated files are read. */
import t from 'tap'
import type { Refusal } from '../../../../../../shared/contract/errors.ts'
import { type FileSchedule, isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readMsProjectXml } from '../../../../../engine/read/file/ms-project-xml/read-ms-project-xml.ts'
import { readP6Xml } from '../../../../../engine/read/file/p6-xml/read-p6-xml.ts'
import { bytesOf, refusalOf } from './plain-schedule.ts'
import { MS_PROJECT_SEED, P6_SEED } from './xml-seeds.ts'

/** Time of the processor in this process: the machine may stand still. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const READERS = { readMsProjectXml, readP6Xml }
const ROOTS = { readMsProjectXml: 'Project', readP6Xml: 'APIBusinessObjects' }

for (const [name, read] of Object.entries(READERS)) {
  const root = ROOTS[name as keyof typeof ROOTS]
  t.test(`${name}: large and deep`, async t => {
    const seconds = (bytes: Uint8Array): { said: string; seconds: number } => {
      const startedMs = cpuMs()
      const said = refusalOf(read(bytes))
      return { said, seconds: (cpuMs() - startedMs) / 1_000 }
    }
    const deep = seconds(bytesOf(`<${root}>${'<a>'.repeat(1_000_000)}`))
    t.match(deep.said, /more than 256 elements one in the other/)
    const long = seconds(bytesOf(`<${root} a="${'x'.repeat(100_000_000)}"/>`))
    t.match(long.said, /^body/)
    const open = seconds(bytesOf(`<${root} a="${'x'.repeat(10_000_000)}`))
    t.match(open.said, /a value of an attribute does not end/)
    const empty = seconds(bytesOf(`<${root}>${'<a/>'.repeat(2_000_000)}</${root}>`))
    t.match(empty.said, /^body/)
    const comments = seconds(bytesOf(`<${root}>${'<!-'.repeat(1_000_000)}`))
    t.match(comments.said, /begins nothing/)
    const unended = seconds(bytesOf(`<${root}>${'<!--'.repeat(1_000_000)}`))
    t.match(unended.said, /a comment does not end/)
    const entities = seconds(bytesOf(`<${root}><Name>${'&amp;'.repeat(2_000_000)}</Name></${root}>`))
    t.match(entities.said, /^body/)
    for (const [of, { seconds: taken }] of Object.entries({ deep, long, open, empty, comments, unended, entities }))
      t.ok(taken < 10, `${of}: ${taken.toFixed(2)} s`)
  })

  t.test(`${name}: mutated files`, async t => {
    const seed = bytesOf(name === 'readP6Xml' ? P6_SEED : MS_PROJECT_SEED)
    t.equal(refusalOf(read(seed)), 'read')
    const random = randomFrom(20_261_122)
    let longestMs = 0
    let readCount = 0
    const count = Math.ceil(Number(process.env.MUTATIONS ?? 2_000) / 2)
    for (let n = 0; n < count; n++) {
      // every other file stays XML, so that what is behind the parser is met as well
      const bytes = n % 2 === 0 ? mutated(seed, random) : revalued(seed, random)
      const startedMs = cpuMs()
      let result: FileSchedule | Refusal
      try {
        result = read(bytes)
      } catch (error) {
        t.fail(`file ${n}: ${String(error)}\n${Buffer.from(bytes).toString('latin1').slice(0, 4_000)}`)
        return
      }
      longestMs = Math.max(longestMs, cpuMs() - startedMs)
      if (isRefusal(result)) {
        if (result.code !== 'validation') return t.fail(`file ${n}: ${result.code}`)
      } else {
        readCount++
        const wrong = brokenPart(result)
        if (wrong !== undefined) return t.fail(`file ${n}: ${wrong}`)
      }
    }
    t.comment(`${count} files, ${readCount} read, the slowest in ${longestMs.toFixed(1)} ms`)
    t.ok(readCount > count / 4, 'many can still be read')
    t.ok(readCount < count, 'others cannot')
    t.ok(longestMs < 2_000, `${longestMs} ms`)
  })
}

t.test('calendars that expand: exceptions, work weeks and joined calendars are bounded', async t => {
  const endless =
    '<Exception><TimePeriod><FromDate>1900-01-01T00:00:00</FromDate><ToDate>2499-12-31T00:00:00</ToDate></TimePeriod><Type>6</Type><DaysOfWeek>42</DaysOfWeek></Exception>'
  const never = endless
    .replace('<Type>6', '<Type>2')
    .replace('<DaysOfWeek>42</DaysOfWeek>', '<Month>1</Month><MonthDay>31</MonthDay>')
  const week =
    '<WorkWeek><TimePeriod><FromDate>1900-01-01T00:00:00</FromDate><ToDate>2499-12-31T00:00:00</ToDate></TimePeriod><WeekDays><WeekDay><DayType>2</DayType><DayWorking>0</DayWorking></WeekDay></WeekDays></WorkWeek>'
  const file = (inner: string): Uint8Array =>
    bytesOf(
      `<Project><Calendars><Calendar><UID>1</UID><IsBaseCalendar>1</IsBaseCalendar>${inner}</Calendar></Calendars><Tasks><Task><UID>1</UID></Task></Tasks></Project>`,
    )
  for (const [name, inner] of Object.entries({
    endless: `<Exceptions>${endless.repeat(3_000)}</Exceptions>`,
    never: `<Exceptions>${never.repeat(3_000)}</Exceptions>`,
    weeks: `<WorkWeeks>${week.repeat(3_000)}</WorkWeeks>`,
  })) {
    const startedMs = cpuMs()
    t.equal(refusalOf(readMsProjectXml(file(inner))), 'read', name)
    t.ok(cpuMs() - startedMs < 15_000, name)
  }
})

/** What no schedule may have: links to nowhere, lists of other lengths. */
function brokenPart({ columns, members }: FileSchedule): string | undefined {
  const { taskCount, links, id } = columns
  if (taskCount < 1) return 'no tasks'
  if (id.offsets.length !== taskCount + 1 || links.start.length !== taskCount + 1) return 'lengths'
  if (links.start[taskCount] !== links.task.length) return 'links'
  for (const task of links.task) if (task < 0 || task >= taskCount) return 'a link to no task'
  for (let row = 0; row < taskCount; row++) if (columns.durationDays[row]! < 0) return 'a negative duration'
  return JSON.stringify(members).length > 50_000_000 ? 'members' : undefined
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed % 2_147_483_647
  return below => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const TOKENS = [
  '<',
  '>',
  '</',
  '/>',
  '&',
  '&amp;',
  '&#0;',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '"',
  "'",
  '-1',
  '99999999999',
  '1e400',
  '0',
  '\0',
  '\xff',
  '<!DOCTYPE a>',
  'PT',
  '1900-01-01',
  '2499-12-31T23:59:00',
  '<Task>',
  '</Task>',
  '<Activity>',
  '<UID>1</UID>',
]

/** One to four changes: a byte, a token put in, a part taken out, doubled or put elsewhere. */
function mutated(seed: Uint8Array, random: (below: number) => number): Uint8Array {
  let bytes = Buffer.from(seed)
  for (let changes = 1 + random(4); changes > 0; changes--) {
    const at = random(bytes.length + 1)
    const size = Math.min(bytes.length - at, random(random(4) === 0 ? 400 : 12))
    const part = bytes.subarray(at, at + size)
    const token = Buffer.from(TOKENS[random(TOKENS.length)]!, 'latin1')
    const before = bytes.subarray(0, at)
    const behind = bytes.subarray(at + size)
    const kind = random(6)
    if (kind === 0) bytes[Math.min(at, bytes.length - 1)] = random(256)
    else if (kind === 1) bytes = Buffer.concat([before, token, bytes.subarray(at)])
    else if (kind === 2) bytes = Buffer.concat([before, behind])
    else if (kind === 3) bytes = Buffer.concat([before, part, part, behind])
    else if (kind === 4) bytes = Buffer.concat([before, token, behind])
    else {
      // a digit becomes another, so that numbers name other rows
      const digit = bytes.findIndex((c, n) => n >= at && c >= 0x30 && c <= 0x39)
      if (digit >= 0) bytes[digit] = 0x30 + random(10)
    }
  }
  return bytes
}

const VALUES = [
  '',
  '0',
  '1',
  '2',
  '-1',
  '-65535',
  '7',
  '19',
  '24',
  '480',
  '99999999999',
  '1e400',
  '0.5',
  'true',
  'PT0H0M0S',
  'PT999999H',
  '-PT8H',
  'P',
  '00:00:00',
  '23:59:00',
  '1899-12-31',
  '1900-01-01T00:00:00',
  '2499-12-31T23:59:00',
  '2026-02-30T08:00:00',
  'Monday',
  'Level of Effort',
  'x'.repeat(300),
  '&amp;',
  '<![CDATA[1]]>',
  '<UID>3</UID>',
]

/** One to six leaves get another value, or are taken out or doubled. */
function revalued(seed: Uint8Array, random: (below: number) => number): Uint8Array {
  let text = Buffer.from(seed).toString('latin1')
  for (let changes = 1 + random(6); changes > 0; changes--) {
    const leaf = /<(\w+)>[^<]*<\/\1>/g
    leaf.lastIndex = random(text.length)
    const found = leaf.exec(text)
    if (found === null) continue
    const [whole, name] = found
    const kind = random(8)
    const value = VALUES[random(VALUES.length)]!
    const put = kind === 0 ? '' : kind === 1 ? whole + whole : `<${name}>${value}</${name}>`
    text = text.slice(0, found.index) + put + text.slice(found.index + whole.length)
  }
  return Buffer.from(text, 'latin1')
}
