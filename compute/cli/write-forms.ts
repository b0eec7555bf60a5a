/** --html, --xlsx, --csv, --svg: a result as files that people open, made of the JSON of the result wherever it was computed. */
import { writeFileSync } from 'node:fs'
import { formsOf, RESULT_FORMS } from '../../shared/endpoint/result-forms.ts'
import { type FormId, writeForm } from '../engine/forms/result-form.ts'
import type { Context } from './context.ts'
import { RunError } from './outcome.ts'
import { refusalLines } from './refusal-lines.ts'
import { UsageError } from './usage-error.ts'

export function writeForms({ options }: Context, id: FormId, json: string): void {
  for (const form of RESULT_FORMS) {
    const file = options[form]
    if (file === undefined) continue
    if (!formsOf(id).includes(form))
      throw new UsageError(`${id} has no form ${form}; it has ${formsOf(id).join(', ')}.`)
    const made = writeForm([Buffer.from(json)], { form, id, table: undefined })
    if ('code' in made) throw new RunError(refusalLines(made))
    writeTo(file, Buffer.concat(made.chunks))
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'you may not write there',
  ENOSPC: 'the disk is full',
}

export function writeTo(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new RunError([`${file} cannot be written: ${REASONS[code ?? ''] ?? message}`])
  }
}
