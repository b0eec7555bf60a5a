/** The tasks of a schedule as JSON: see task-rows.ts. */
import { formatTime } from '../../../shared/contract/schedule/time-of-day.ts'
import type { ByteSink, Words } from './byte-sink.ts'
import { writeJsonText } from './json-text.ts'
import { labelWords } from './known-words.ts'
import { writeNumber, writeQuotedDay } from './number-text.ts'
import type { RowFormat } from './task-rows.ts'

const COMMA = 44
const COLON = 58

export function jsonRows(sink: ByteSink): RowFormat {
  const made: Words[] = []
  const comma = (isFirst: boolean): void => {
    if (!isFirst) sink.byte(COMMA)
  }
  return {
    beginArray: () => sink.ascii('['),
    item: comma,
    endArray: () => sink.ascii(']'),
    beginMap: () => sink.ascii('{'),
    key: (key, isFirst) => {
      comma(isFirst)
      sink.words(made[key])
      sink.byte(COLON)
    },
    endMap: () => sink.ascii('}'),
    number: value => writeNumber(sink, value),
    boolean: value => sink.ascii(value ? 'true' : 'false'),
    moment: (day, time) => {
      writeQuotedDay(sink, day)
      if (time === 0) return
      // in the place of the closing quote
      sink.position--
      sink.ascii(`T${formatTime(time - 1)}"`)
    },
    texts: column => i => writeJsonText(sink, column, i),
    prepared: text => made.push(labelWords(text)) - 1,
    word: word => sink.words(made[word]),
  }
}
