/**
 * Where an excerpt of a reply differs from the reply. The excerpt names some members of an object; of a list whose items have a code, an
 * id or the like it names some items, any other list is whole.
 */
const KEYS = ['code', 'id', 'task_id', 'component', 'sub_metric', 'resource'] as const

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function differences(excerpt: unknown, reply: unknown, place = 'reply'): string[] {
  if (Array.isArray(excerpt)) {
    if (!Array.isArray(reply)) return [`${place} is no list`]
    const key = KEYS.find(name => excerpt.length > 0 && excerpt.every(item => isObject(item) && name in item))
    if (key !== undefined) return excerpt.flatMap(item => ofItem(item, reply, key, place))
    if (excerpt.length !== reply.length) return [`${place} has ${reply.length} items, the page ${excerpt.length}`]
    return excerpt.flatMap((item, n) => differences(item, reply[n], `${place}[${n}]`))
  }
  if (isObject(excerpt)) {
    if (!isObject(reply)) return [`${place} is no object`]
    return Object.entries(excerpt).flatMap(([name, value]) => differences(value, reply[name], `${place}.${name}`))
  }
  return excerpt === reply ? [] : [`${place} is ${JSON.stringify(reply)}, the page says ${JSON.stringify(excerpt)}`]
}

function ofItem(item: Members, list: readonly unknown[], key: string, place: string): string[] {
  const found = list.find(each => isObject(each) && each[key] === item[key])
  const name = `${place}[${item[key]}]`
  return found === undefined ? [`${name} is not there`] : differences(item, found, name)
}
