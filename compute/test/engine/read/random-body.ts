/** Random request bodies as JSON text: mostly right, with every kind of fault, spelling and oddity now and then. */
import { TASK_FIELDS } from '../../../../shared/contract/schedule/fields.ts'
import { between, pick, type Random, shuffled } from '../../helpers/random.ts'

/** Text of a JSON value, kept as text so that spellings survive. */
type Text = string

const ODD_VALUES: readonly Text[] = [
  'null', 'true', 'false', '0', '-1', '101', '1e2', '1e400', '-1.5e-3', '0.1', '123456789012345678', '""', '"x"',
  '"2026-02-30"', '"1899-12-31"', '"2026-03-02T08:00"', '[]', '{}', '[1]', '["a"]', '{"a":1}', '"\\ud800"', '" "', '"task"',
] // biome-ignore format: a table

const NAMES = ['Pour slab', 'Pose d’é́tanchéité', '梁', '😀 crane', 'a\\b"c/', 'tab\there', '\u2028', '\u0000\u001f', '']

const plainTexts = new Map<string, Text>()

/** The string as JSON, each of its characters on its own: of a pair of surrogates both are escaped. */
function plainlyQuoted(text: string): Text {
  const known = plainTexts.get(text)
  if (known !== undefined) return known
  const made = `"${Array.from({ length: text.length }, (_, i) => JSON.stringify(text[i]).slice(1, -1)).join('')}"`
  plainTexts.set(text, made)
  return made
}

/** The string as JSON, some of its characters escaped though they need not be. */
function quoted(rnd: Random, text: string): Text {
  if (rnd() >= 0.1) return plainlyQuoted(text)
  let out = ''
  for (const unit of text.split('')) {
    const isEscaped = rnd() < 0.4
    const plain = JSON.stringify(unit).slice(1, -1)
    out += isEscaped ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : plain
  }
  return `"${out}"`
}

const blank = (rnd: Random): string => (rnd() < 0.9 ? '' : pick(rnd, [' ', '\n', '\t ', '\r\n', '  ']))

/** Members may be shuffled, and one may come twice. */
function object(rnd: Random, members: readonly (readonly [string, Text])[]): Text {
  let all = rnd() < 0.2 ? shuffled(rnd, members) : members
  if (rnd() < 0.03 && all.length > 0) all = [[pick(rnd, all)[0], pick(rnd, ODD_VALUES)], ...all]
  if (rnd() < 0.01 && all.length > 0) all = [...all, [pick(rnd, all)[0], pick(rnd, ODD_VALUES)]]
  const texts = all.map(
    ([name, value]) => `${blank(rnd)}${quoted(rnd, name)}${blank(rnd)}:${blank(rnd)}${value}${blank(rnd)}`,
  )
  return `{${texts.join(',') || blank(rnd)}}`
}

const array = (rnd: Random, items: readonly Text[]): Text =>
  `[${items.map(item => `${blank(rnd)}${item}${blank(rnd)}`).join(',') || blank(rnd)}]`

const day = (rnd: Random): string => {
  const text = `20${between(rnd, 10, 39)}-${String(between(rnd, 1, 12)).padStart(2, '0')}-${String(between(rnd, 1, 28)).padStart(2, '0')}`
  return rnd() < 0.1 ? `${text}T08:00:00Z` : text
}

function link(rnd: Random, ids: readonly string[], oddity: number): Text {
  const id = rnd() < 0.95 ? pick(rnd, ids) : pick(rnd, ['Z', 'no such id', '7'])
  if (rnd() < oddity / 4)
    return pick(rnd, ['5', 'null', '[]', 'true', '{}', '{"task_id":1}', '{"type":"FS"}', '{"id":"A","type":"XX"}'])
  if (rnd() < 0.5) return quoted(rnd, rnd() < 0.1 ? ` ${id} ` : id)
  if (rnd() < 0.6) {
    const form = pick(rnd, [
      'FS+2 d',
      ' SS-1 d',
      ': FF',
      ',sf+1.5days',
      ' FS+50%',
      '+2d',
      ' FS + 3',
      ' ss',
      ' FX',
      ' FS+0.1d',
    ])
    return quoted(rnd, `${rnd() < 0.1 ? ' ' : ''}${id}${form}`)
  }
  const members: [string, Text][] = [
    [pick(rnd, ['task_id', 'id', 'predecessor_id', 'predecessor']), quoted(rnd, rnd() < 0.1 ? `${id} ` : id)],
  ]
  if (rnd() < 0.6)
    members.push([
      pick(rnd, ['type', 'relationship_type', 'dependency_type']),
      quoted(rnd, pick(rnd, ['FS', 'SS', 'FF', 'SF'])),
    ])
  if (rnd() < 0.6) members.push([pick(rnd, ['lag_days', 'lag']), String(between(rnd, -9, 9) / 2)])
  if (rnd() < 0.05) members.push(['task_id', 'null'], ['note', '"x"'])
  return object(rnd, members)
}

function value(rnd: Random, field: (typeof TASK_FIELDS)[number], ids: readonly string[], oddity: number): Text {
  if (rnd() < oddity) return pick(rnd, ODD_VALUES)
  switch (field.kind) {
    case 'id':
      return '""'
    case 'number':
      return pick(rnd, ['5', '0', '12.5', '99.99', '1e1', '0.30000000000000004', '33', '7'])
    case 'day':
      return quoted(rnd, day(rnd))
    case 'enum':
      return quoted(rnd, pick(rnd, field.values!))
    case 'boolean':
      return pick(rnd, ['true', 'false'])
    case 'text':
    case 'resource':
      return quoted(rnd, pick(rnd, NAMES))
    case 'code':
      return quoted(rnd, `1.${between(rnd, 1, 4)}`)
    case 'resources':
      return array(
        rnd,
        Array.from({ length: between(rnd, 0, 3) }, () =>
          quoted(rnd, pick(rnd, ['Crew', ' Crew ', '\u00a0Crane', '', '梁'])),
        ),
      )
    // what stands in them is held by assignments.test.ts
    case 'codes':
      return '{}'
    case 'assignments':
      return '[]'
    case 'links':
      return array(
        rnd,
        Array.from({ length: between(rnd, 0, rnd() < 0.05 ? 40 : 3) }, () => link(rnd, ids, oddity)),
      )
    case 'object':
      return pick(rnd, [
        '{}',
        '{"float_rationale":"why"}',
        '{"float_justification":"","x":[1,{}]}',
        '{"float_rationale":null,"float_justification":"b"}',
      ])
  }
}

function tasksText(rnd: Random, oddity: number): Text {
  const taskCount = rnd() < 0.05 ? 0 : between(rnd, 1, 25)
  const ids = Array.from({ length: taskCount }, (_, i) =>
    pick(rnd, [`A${i}`, `SITE-OFF-${i}`, `T ${i}`, `梁${i}`, `P${i} FS`, `W${i} `, ` V${i}`]),
  )
  if (rnd() < oddity * 4 && taskCount > 1) ids[0] = ids[1]!
  return array(
    rnd,
    ids.map(id => {
      if (rnd() < oddity / 10) return pick(rnd, ODD_VALUES)
      const members: [string, Text][] =
        rnd() < oddity / 2 ? [] : [['id', rnd() < oddity ? pick(rnd, ODD_VALUES) : quoted(rnd, id)]]
      for (const field of TASK_FIELDS) {
        if (field.kind !== 'id' && rnd() < 0.4)
          members.push([field.name, rnd() < 0.03 ? 'null' : value(rnd, field, ids, oddity)])
      }
      if (rnd() < 0.1)
        members.push([pick(rnd, ['owner', 'é', 'x y', '__proto__', 'constructor']), pick(rnd, ODD_VALUES)])
      return object(rnd, members)
    }),
  )
}

/** A body for the rows with one list, or with `containers` for those that compare schedules. */
export function bodyText(rnd: Random, containers: boolean, oddity: number): Text {
  const odd = (text: Text): Text => (rnd() < oddity ? pick(rnd, ODD_VALUES) : text)
  const members: [string, Text][] = []
  const status = (): [string, Text][] => (rnd() < 1 - oddity ? [['status_date', odd(quoted(rnd, day(rnd)))]] : [])
  if (containers) {
    members.push(['current_schedule', odd(object(rnd, [['tasks', odd(tasksText(rnd, oddity))], ...status()]))])
    const snapshot = (): Text =>
      object(rnd, [
        ['snapshot_date', odd(quoted(rnd, day(rnd)))],
        ['tasks', odd(tasksText(rnd, oddity))],
        ['actual_cost_total', odd('5')],
        ['note', '1'],
      ])
    if (rnd() < 0.95)
      members.push(['schedule_history', odd(array(rnd, Array.from({ length: between(rnd, 1, 3) }, snapshot)))])
  } else {
    if (rnd() < 1 - oddity / 4) members.push(['tasks', odd(tasksText(rnd, oddity))])
    members.push(...status())
  }
  const calendars = ['"auto"', '"working_days"', '{"work_days":[1,2,3],"holidays":["2026-12-25"]}', 'null']
  const oddCalendars = [
    '"sometimes"',
    '{"work_days":[]}',
    '{"work_days":[8]}',
    '{"holidays":[]}',
    '{"work_days":[1],"holidays":["x"]}',
    '7',
  ]
  if (rnd() < 0.4) members.push(['calendar', rnd() < oddity ? pick(rnd, oddCalendars) : pick(rnd, calendars)])
  if (rnd() < 0.5) {
    const fields = containers ? '["a"]' : 'null'
    members.push([
      'options',
      odd(
        object(rnd, [
          ['include_details', odd('true')],
          ['fields', odd(fields)],
          ['zip', '{"a":[]}'],
        ]),
      ),
    ])
  }
  if (rnd() < 0.1) members.push([pick(rnd, ['foo', '__proto__', 'toString', 'task']), pick(rnd, ODD_VALUES)])
  return object(rnd, members)
}
