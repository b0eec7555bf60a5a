/** options.table: marks the tables with a row per task, so that the writers put them down as columns. Everything before them knows one kind of table. */

import type { TObject } from 'typebox'
import type { tableForm } from '../../shared/contract/endpoint/table-form.ts'
import { optionsOf } from './result/options.ts'
import { type Analyser, isRefusal, Table } from './result/result.ts'

type FormRequest = TObject<{ options: TObject<{ table: typeof tableForm }> }>

export const withTableForm =
  (analyser: Analyser, tables: readonly string[]): Analyser =>
  (input, context) => {
    const result = analyser(input, context)
    if (isRefusal(result) || optionsOf<FormRequest>(input).table !== 'columns') return result
    const data = { ...result.data }
    for (const name of tables) {
      const table = data[name]
      if (table instanceof Table) data[name] = table.byColumn()
    }
    return { ...result, data }
  }
