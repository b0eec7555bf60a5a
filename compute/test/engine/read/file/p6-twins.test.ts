/** What one reader of P6 did and the other did not, before both filled one record: an XER and P6 XML say the same, so they are read the same. */
import t from 'tap'
import { type FileSchedule, isRefusal } from '../../../../engine/read/file/file-schedule.ts'
import { readP6Xml } from '../../../../engine/read/file/p6-xml/read-p6-xml.ts'
import { readXer } from '../../../../engine/read/file/xer/read-xer.ts'
import { xerText } from '../../../helpers/xer-text.ts'
import { changed } from './xer/footbridge.ts'
import { P6_SEED } from './xml/xml-seeds.ts'

const readable = (read: ReturnType<typeof readXer>): FileSchedule => {
  if (isRefusal(read)) throw new Error(JSON.stringify(read))
  return read
}
const codesOf = ({ report }: FileSchedule): string[] => report.warnings.map(({ code }) => code)
const xer = (table: string, row: Readonly<Record<string, string>>): FileSchedule =>
  readable(readXer(Buffer.from(xerText(changed(table, row)))))
const xml = (from: string | RegExp, to: string): FileSchedule => {
  const body = P6_SEED.replace(from, to)
  if (body === P6_SEED) throw new Error(`${from} is not in the file`)
  return readable(readP6Xml(Buffer.from(body)))
}
const PLAIN = readable(readP6Xml(Buffer.from(P6_SEED)))
/** Beside those of the file as it should be. */
const newCodesOf = (read: FileSchedule): string[] => codesOf(read).filter(code => !codesOf(PLAIN).includes(code))

t.test('P6 XML: a calendar without working time works its own hours and keeps its days off', async t => {
  const body = P6_SEED.replace(/<StandardWorkWeek>.*<.StandardWorkWeek>/, '').replace(
    '<HoursPerDay>8.0<',
    '<HoursPerDay>10.0<',
  )
  const read = readable(readP6Xml(Buffer.from(body)))
  t.same(newCodesOf(read), ['calendar_without_work'])
  t.match(read.members.calendars, [
    { work_week: { monday: [['08:00', '18:00']], saturday: [] }, exceptions: [{ date: '2026-05-01' }] },
  ])
})

t.test('P6 XML: a calendar that stands on one which is not there, or on itself, is told', async t => {
  const base = (id: number) => xml('<HoursPerDay>', `<BaseCalendarObjectId>${id}</BaseCalendarObjectId><HoursPerDay>`)
  t.same(newCodesOf(base(99)), ['calendar_base_missing'])
  t.same(newCodesOf(base(10)), ['calendar_base_circular'])
})

t.test('P6 XML: an activity that depends on resources and has none is none', async t => {
  const read = xml(/(<Activity><ObjectId>2<.*?)<Type>Task Dependent/, '$1<Type>Resource Dependent')
  t.equal(read.columns.resourceDependent.length > 0 && read.columns.resourceDependent[1], 2, 'a crew works on it')
  const expense = readable(
    readP6Xml(
      Buffer.from(
        P6_SEED.replace(/(<Activity><ObjectId>2<.*?)<Type>Task Dependent/, '$1<Type>Resource Dependent').replace(
          '<ResourceObjectId>5</ResourceObjectId>',
          '',
        ),
      ),
    ),
  )
  t.same(newCodesOf(expense), [], 'an expense is nobody who works')
})

t.test('P6 XML: a number of a list that is none is told, as in an XER', async t => {
  const read = xml('<PlannedCost>100.5<', '<PlannedCost>much<')
  t.same(
    read.report.warnings
      .filter(({ code }) => newCodesOf(read).includes(code))
      .map(({ code, places }) => [code, places]),
    [['bad_value', [{ place: 'the assignment of activity 2, PlannedCost', value: 'much' }]]],
  )
})

t.test('P6 XML: a link between activities of other projects is not lost', async t => {
  const project =
    '<PredecessorProjectObjectId>7</PredecessorProjectObjectId><SuccessorProjectObjectId>7</SuccessorProjectObjectId>'
  const link = (more: string): string =>
    `<Relationship><PredecessorActivityObjectId>71</PredecessorActivityObjectId><SuccessorActivityObjectId>72</SuccessorActivityObjectId>${more}</Relationship>`
  t.same(newCodesOf(xml('<Relationship>', `${link('')}<Relationship>`)), ['links_left_out'])
  t.same(codesOf(xml('<Relationship>', `${link(project)}<Relationship>`)), codesOf(PLAIN))
})

t.test('XER: words in the other case are words', async t => {
  const read = xer('TASK', { task_type: 'tt_rsrc', status_code: 'tk_notstart' })
  t.same(codesOf(read), codesOf(xer('TASK', { task_type: 'TT_Rsrc', status_code: 'TK_NotStart' })))
})

t.test('XER: an empty ?project= asks for none', async t => {
  const body = Buffer.from(xerText(changed('PROJECT', {})))
  t.notOk(isRefusal(readXer(body, { project: '' })))
})
