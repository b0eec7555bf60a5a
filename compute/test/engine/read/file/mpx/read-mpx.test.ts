/** Exchange files of Microsoft Project (.mpx) made here: fields by their numbers, and the separators, dates and units that a file says of itself. */
import t from 'tap'
import { codeEntries } from '../../../../../../shared/contract/schedule/codes.ts'
import { DAY_ABSENT } from '../../../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../../../shared/contract/schedule/day.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES } from '../../../../../../shared/contract/schedule/fields.ts'
import { textAt } from '../../../../../../shared/contract/schedule/text.ts'
import { type FileSchedule, isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readFile } from '../../../../../engine/read/file/read-file.ts'
import { sniff } from '../../../../../engine/read/file/sniff.ts'

function read(lines: readonly string[]): FileSchedule {
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`)
  t.equal(sniff(bytes), 'mpp')
  const schedule = readFile('mpp', bytes, {})
  if (isRefusal(schedule)) throw new Error(schedule.faults?.[0]?.msg)
  return schedule
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const links = ({ columns }: FileSchedule, row: number): string[] =>
  Array.from({ length: columns.links.start[row + 1]! - columns.links.start[row]! }, (_, n) => {
    const k = columns.links.start[row]! + n
    const elapsed = columns.elapsedLags[k] === 1 ? 'e' : ''
    return `${textAt(columns.id, columns.links.task[k]!)} ${RELATION_TYPES[columns.links.type[k]!]} ${columns.links.lagDays[k]}${elapsed}`
  })
function start({ columns }: FileSchedule, row: number): string {
  const [day, time] = [columns.plannedStart[row]!, columns.plannedStartTime[row]!]
  return day === DAY_ABSENT ? '' : `${formatDay(day)} ${clock(time - 1)}`
}

t.test('tasks, links by numbers of either kind, constraints, calendars and resources', async t => {
  const file = read([
    'MPX,Microsoft Project for Windows,4.0,ANSI',
    '10,$,1,2,",",.',
    '11,2,0,1,8.00,40.00,$0.00/h,$0.00/h,1,1',
    '12,0,0,480,/,:,am,pm,0,0',
    '20,Standard,0,1,1,1,1,1,0',
    '25,2,8:00 am,12:00 pm,1:00 pm,5:00 pm',
    '26,03/10/26,03/11/26,0',
    '30,Footbridge,,,Standard,03/02/26 8:00 am,03/20/26 5:00 pm,0',
    '41,1,40,41,49',
    '50,Crew,1,2,7',
    '55,Standard,2,2,2,2,0,2,2',
    '61,90,98,1,3,40,50,51,70,91,68,44,81',
    '70,1,11,"Dig, and ""shore""",1,3d,03/02/26 8:00 am,03/04/26 5:00 pm,,As Soon As Possible,,50%,No',
    '71,A note',
    '75,1,2,48h,,24h,,,,,03/02/26,03/04/26,0h,7',
    '70,2,12,Pour,1,2ed,03/05/26 8:00 am,03/09/26,"1FS+1d",Start No Earlier Than,03/05/26,0%,No',
    '70,3,13,Done,2,0d,03/09/26 5:00 pm,03/09/26 5:00 pm,"2,1SS-50%,2FF+2eh",Finish No Later Than,03/20/26,0%,Yes',
  ])
  const { columns, members, report } = file
  t.equal(columns.taskCount, 3)
  t.strictSame([report.format_version, report.project_name], ['MPX Microsoft Project for Windows 4.0', 'Footbridge'])
  t.strictSame(
    [0, 1, 2].map(row => [textAt(columns.id, row), textAt(columns.name, row), columns.durationDays[row]]),
    [
      ['11', 'Dig, and "shore"', 3],
      ['12', 'Pour', 6],
      ['13', 'Done', 0],
    ],
  )
  t.strictSame(
    [start(file, 0), start(file, 1), start(file, 2)],
    ['2026-03-02 08:00', '2026-03-05 08:00', '2026-03-09 17:00'],
  )
  t.strictSame([links(file, 1), links(file, 2)], [['11 FS 1'], ['12 FS 0', '11 SS -1.5', `12 FF ${2 / 24}e`]])
  t.strictSame(
    Array.from(columns.constraintType, code => CONSTRAINT_TYPES[code - 1]),
    [undefined, 'SNET', 'FNLT'],
  )
  t.equal(columns.percentComplete[0], 50)
  t.match(members, {
    project_start: '2026-03-02T08:00',
    calendars: [{ id: '1', name: 'Standard', exceptions: [{ date: '2026-03-10', until: '2026-03-11' }] }],
  })
})

t.test('separators, decimals and dates of another country', async t => {
  const file = read([
    'MPX;Microsoft Project for Windows;4.0;ANSI',
    '10;EUR;1;2;.;,',
    '11;2;0;1;7,50;37,50;0;0;1;1',
    '12;1;1;540;.;:;;;0;0',
    '61;90;98;1;40;50;70;30',
    '70;1;1;Graben;1,5d;02.03.2026 09:30;;1.234,50 EUR',
    '70;2;2;Betonieren;2w;05.03.26;1FS+0,5d;0',
  ])
  const { columns } = file
  t.strictSame(Array.from(columns.durationDays), [1.5, 10])
  t.strictSame([start(file, 0), start(file, 1)], ['2026-03-02 09:30', '2026-03-05 09:00'])
  t.strictSame(links(file, 1), ['1 FS 0.5'])
  t.equal(columns.budgetedCost[0], 1234.5)
})

t.test('code pages that the file names, notes and custom fields', async t => {
  const of = (page: string, name: Buffer): string => {
    const body = Buffer.concat([Buffer.from(`MPX,x,4.0,${page}\r\n61,90,98,1\r\n70,1,1,`), name, Buffer.from('\r\n')])
    const schedule = readFile('mpp', body, {})
    if (isRefusal(schedule)) throw new Error(schedule.faults?.[0]?.msg)
    return textAt(schedule.columns.name, 0)
  }
  const umlaut: readonly (readonly [page: string, byte: number])[] = [
    ['ANSI', 0xe4],
    ['850', 0x84],
    ['437', 0x84],
    ['MAC', 0x8a],
  ]
  for (const [page, byte] of umlaut) t.equal(of(page, Buffer.from([0x53, byte, 0x67, 0x65])), 'Säge', page)
  t.equal(of('ANSI', Buffer.from('Säge Пила')), 'Säge Пила')
  const { columns, report } = read([
    'MPX,x,4.0,ANSI',
    '61,90,98,1,4,110,111,140,40',
    '70,1,1,Dig,north,Yes,No,2.50,3d',
    '71,"Ask Ann\x7ffirst"',
    '70,2,2,Pour,,,,,3j',
  ])
  const entries = codeEntries(columns.codes)
  const codes = Array.from(columns.codes.codes.subarray(0, columns.codes.start[1]), code => entries[code]!.join('='))
  t.strictSame(codes.sort(), ['Flag1=1', 'Notes=Ask Ann\nfirst', 'Number1=2.5', 'Text1=north'])
  t.ok(report.warnings.some(({ code, count }) => code === 'durations_left_out' && count === 1))
})

t.test('what cannot be read is said, and nothing breaks', async t => {
  const codes = (lines: readonly string[]): string[] =>
    read(['MPX,x,4.0,ANSI', ...lines]).report.warnings.map(({ code }) => code)
  t.ok(codes(['61,90,98,1,91', '70,1,1,A,So früh wie möglich']).includes('constraint_unknown'))
  t.ok(codes(['61,90,98,1,70', '70,1,1,A,what']).includes('links_left_out'))
  t.ok(codes(['61,90,98,1,70', '70,1,1,A,9']).includes('links_left_out'))
  t.doesNotThrow(() => codes(['61,90,98,1', '70,1,1,"no end', '70,2,2']))
  const empty = readFile('mpp', Buffer.from('MPX,x,4.0,ANSI\n70\n25,1\n26\n75,1\n50\n'), {})
  t.ok(isRefusal(empty))
})

t.test('long lines and many separators take linear time', async t => {
  for (const line of ['70,1,1,'.repeat(300_000), `70,1,1,"${'"'.repeat(1_000_000)}`, `70,1,${' '.repeat(500_000)}x`]) {
    const begun = performance.now()
    readFile('mpp', Buffer.from(`MPX,x,4.0,ANSI\n61,90,98,40,50,70\n${line}\n`), {})
    t.ok(performance.now() - begun < 2_000, `${Math.round(performance.now() - begun)} ms`)
  }
})
