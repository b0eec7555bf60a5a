/** What is sent of a file: a project file as part of a form, our own JSON with the options in it. */
import { jsonOf } from './json-text.ts'
import { AS_FILE, readAs, readingOf } from './read-as.ts'
import { Refused } from './refused.ts'

const BRACE = 0x7b
const BRACKET = 0x5b
const HEAD_BYTES = 64

/** The first byte that is no white space and no mark of the byte order. */
async function firstByte(file: Blob): Promise<number | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  return head.find(byte => byte > 0x20 && ![0xef, 0xbb, 0xbf].includes(byte))
}

/** Our own form: an object or a list. Throws Refused where there is nothing. */
export async function isJson(file: Blob): Promise<boolean> {
  const first = await firstByte(file)
  if (first === undefined) throw new Refused({ code: 'body_empty', sentence: '', places: [] })
  return first === BRACE || first === BRACKET
}

/** Members of the request beside the schedule: lists stand behind those that a JSON file has itself, since the last one wins. */
type MoreMembers = Readonly<Record<string, object>>

/** The body of an analysis of one schedule, as often as it is wanted. options: of the analysis. */
export async function bodyOf(file: Blob): Promise<(options?: object, more?: MoreMembers) => XMLHttpRequestBodyInit> {
  const { project, statusDate } = readingOf(file)
  if (!(await isJson(file))) {
    const plain = readAs(file, AS_FILE)
    return (options, more = {}) => {
      const form = new FormData()
      form.append('schedule', plain, 'schedule')
      if (project !== '') form.append('project', project)
      if (statusDate !== '') form.append('status_date', statusDate)
      for (const [name, value] of Object.entries(more)) form.append(name, JSON.stringify(value))
      if (options !== undefined) form.append('options', JSON.stringify(options))
      return form
    }
  }
  const json = jsonOf(await file.text())
  const {
    options: _,
    callback_url: __,
    ...members
  } = (Array.isArray(json) ? { tasks: json } : json) as Record<string, unknown>
  return (options, more = {}) => {
    const added = Object.entries(more).map(([name, value]) => {
      const own = members[name]
      return [name, Array.isArray(own) && Array.isArray(value) ? [...own, ...value] : value]
    })
    return JSON.stringify({
      ...members,
      ...(statusDate === '' ? {} : { status_date: statusDate }),
      ...Object.fromEntries(added),
      ...(options === undefined ? {} : { options }),
    })
  }
}
