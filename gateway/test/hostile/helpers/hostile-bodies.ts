/** Bodies made to hurt a reader: by depth, size, number, name, or by a value that somebody computes with. */
import { packBody } from './pack-body.ts'

interface HostileBody {
  readonly mediaType: 'application/json' | 'application/msgpack'
  readonly bytes: Buffer
}

const MEGABYTE = 2 ** 20
const task = '{"id":"A","duration_days":3}'
const many = (count: number, item: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(',')
const withTasks = (items: string): string => `{"tasks":[${items}]}`
const beside = (members: string): string => `{"tasks":[${task}],${members}}`
const inTask = (members: string): string => withTasks(`{"id":"A",${members}},{"id":"B","predecessors":["A"]}`)
const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth)
const DEPTH = 100_000
const RUN = 'a'.repeat(MEGABYTE)

/** Small and middling ones, none over 5 MB. */
const TEXTS: Readonly<Record<string, string>> = {
  nothing: '',
  'white space': ' '.repeat(MEGABYTE),
  null: 'null',
  'a string': '"tasks"',
  'a number': '-0',
  'an empty array': '[]',
  'half an object': '{"tasks":[{"id":"A"',
  'tasks null': '{"tasks":null}',
  'tasks an object': '{"tasks":{"length":1e9}}',
  'tasks twice': `{"tasks":[${task}],"tasks":[${task},${task}]}`,
  'tasks that are no objects': withTasks('null,[],"A",7,true'),
  'something behind the end': `${withTasks(task)}{}`,
  'a trailing comma': withTasks(`${task},`),
  'a comment': `/* */${withTasks(task)}`,
  'single quotes': "{'tasks':[]}",
  'control characters in a string': withTasks('{"id":"A\u0000\n"}'),
  'a byte order mark': `\ufeff${withTasks(task)}`,
  'a lone surrogate': withTasks('{"id":"\\ud800"},{"id":"\\udc00\\ud800"}'),
  'arrays nested deep': nested('[', ']', DEPTH),
  'arrays nested deep and never closed': '['.repeat(DEPTH),
  'tasks nested deep': withTasks(nested('[', ']', DEPTH)),
  'an unknown member nested deep': beside(`"x":${nested('{"x":[', ']}', DEPTH).replace('[]', '[1]')}`),
  'fields nested deep': inTask(`"custom_field_map":${nested('{"x":[', ']}', DEPTH)}`),
  '__proto__ in the body': beside('"__proto__":{"polluted":true}'),
  '__proto__ in a task': inTask('"__proto__":{"polluted":true,"id":"Z"}'),
  '__proto__ in the options': beside('"options":{"__proto__":{"polluted":true}}'),
  '__proto__ in the fields of a task': inTask('"custom_field_map":{"__proto__":{"polluted":"true"},"__proto__":"x"}'),
  '__proto__ in a link': inTask('"predecessors":[{"__proto__":{"task_id":"B"},"task_id":"C"}]'),
  '__proto__ in the calendar': beside('"calendar":{"__proto__":{"polluted":true},"work_days":[1]}'),
  'constructor.prototype': beside(
    '"constructor":{"prototype":{"polluted":true}},"options":{"constructor":{"prototype":{"polluted":true}}}',
  ),
  'ids of the object prototype': withTasks(
    many(
      4,
      i =>
        `{"id":"${['__proto__', 'constructor', 'toString', 'hasOwnProperty'][i]}","predecessors":["${['toString', '__proto__ FS+1 d', 'valueOf', 'constructor'][i]}"]}`,
    ),
  ),
  'numbers beyond a double': withTasks(
    '{"id":"A","duration_days":1e400},{"id":"B","duration_days":-1e400,"percent_complete":1e-400}',
  ),
  'the largest double': withTasks(
    '{"id":"A","duration_days":1.7976931348623157e308},{"id":"B","duration_days":1.7976931348623157e308,"predecessors":["A FS+1e308 d"]}',
  ),
  'numbers that JSON does not know': withTasks('{"id":"A","duration_days":NaN}'),
  'a number of a million digits': withTasks(`{"id":"A","duration_days":${'9'.repeat(MEGABYTE)}}`),
  'a fraction of a million digits': withTasks(`{"id":"A","duration_days":0.${'0'.repeat(MEGABYTE)}1}`),
  'numbers as strings': withTasks('{"id":"A","duration_days":"NaN"},{"id":"B","duration_days":"0x10"}'),
  'days that do not exist': withTasks(
    '{"id":"A","planned_start":"0000-00-00","planned_finish":"2026-02-30"},{"id":"B","actual_start":"10000-01-01","actual_finish":"-000001-01-01"}',
  ),
  'the first and the last day': withTasks(
    '{"id":"A","planned_start":"0001-01-01","planned_finish":"9999-12-31","duration_days":1e7},{"id":"B","constraint_type":"MSO","constraint_date":"9999-12-31","predecessors":["A SF-9999999 d"]}',
  ),
  'a duration of 1e15 working days': `{"calendar":"working_days","status_date":"2026-03-09","tasks":[{"id":"A","duration_days":1e15,"planned_start":"2026-03-02"},{"id":"B","duration_days":1e15,"predecessors":["A FS+1e15 d"]}]}`,
  'a calendar without working days': `{"status_date":"2026-03-09","calendar":{"work_days":[],"holidays":[]},"tasks":[{"id":"A","duration_days":5,"planned_start":"2026-03-02"}]}`,
  'a calendar whose days are all holidays': `{"status_date":"2026-03-09","calendar":{"work_days":[1],"holidays":[${many(5_000, i => `"${new Date(Date.UTC(2026, 0, 5) + i * 604_800_000).toISOString().slice(0, 10)}"`)}]},"tasks":[{"id":"A","duration_days":5,"planned_start":"2026-03-02"}]}`,
  'work days that are no days': beside('"calendar":{"work_days":[0,8,-1,1.5,1e9],"holidays":["never"]}'),
  'a million work days': beside(`"calendar":{"work_days":[${many(1_000_000, () => '1')}]}`),
  'one id ten thousand times': withTasks(many(10_000, () => task)),
  'one member ten thousand times': withTasks(`{${many(10_000, i => `"id":"A${i}"`)}}`),
  'a hundred thousand unknown members': `{${many(100_000, i => `"k${i}":${i}`)},"tasks":[${task}]}`,
  'a hundred thousand unknown members of a task': inTask(many(100_000, i => `"k${i}":${i}`)),
  'a hundred thousand fields of a task': inTask(`"custom_field_map":{${many(100_000, i => `"k${i}":"v"`)}}`),
  'options that are large': beside(`"options":{${many(100_000, i => `"k${i}":[${i}]`)}}`),
  'options that are an array': beside(`"options":[${many(100_000, () => '{}')}]`),
  'empty arrays': `[${many(300_000, () => '[]')}]`,
  'empty tasks': withTasks(many(1_000, () => '{}')),
  'one link very often': inTask(`"predecessors":[${many(300_000, () => '"x"')}]`),
  'empty links': inTask(`"predecessors":[${many(100_000, () => '{}')}]`),
  'a long id': withTasks(`{"id":"${RUN}"}`),
  'a long member name': `{"${RUN}":1,"tasks":[{"${RUN}":2,"id":"A"}]}`,
  'a long name, all escapes': withTasks(`{"id":"A","name":"${'\\u0041'.repeat(200_000)}"}`),
  'an escape that is no escape': withTasks(`{"id":"${'\\'.repeat(99_999)}"}`),
  'a long type': inTask(`"constraint_type":"${RUN}","task_type":"${RUN}"`),
  'a long predecessor': inTask(`"predecessors":["${RUN}"]`),
  'a predecessor of blanks': inTask(`"predecessors":["A${' '.repeat(MEGABYTE)}FS"]`),
  'a lag of a million digits': inTask(`"predecessors":["A FS+${'1'.repeat(MEGABYTE)} d"]`),
  'a predecessor of half relations': inTask(`"predecessors":["${'A FS+'.repeat(200_000)}"]`),
  'links to themselves': withTasks(many(1_000, i => `{"id":"T${i}","predecessors":["T${i}"]}`)),
  'everybody precedes everybody': withTasks(
    many(300, i => `{"id":"T${i}","predecessors":[${many(300, j => `"T${j}"`)}]}`),
  ),
}

const BINARY: Readonly<Record<string, HostileBody>> = {
  'JSON in UTF-16': { mediaType: 'application/json', bytes: Buffer.from(withTasks(task), 'utf16le') },
  'bytes that are no UTF-8': {
    mediaType: 'application/json',
    bytes: Buffer.from('{"tasks":[{"id":"\xff\xc0\x80\xed\xa0\x80"}]}', 'latin1'),
  },
  'a character that is cut off': {
    mediaType: 'application/json',
    bytes: Buffer.from('{"tasks":[{"id":"A\xe2\x82"}]}', 'latin1'),
  },
  'msgpack: nested deep': msgpack(`81a57461736b73${'91'.repeat(DEPTH)}`),
  'msgpack: maps nested deep': msgpack(`82a57461736b7390a178${'81a178'.repeat(DEPTH)}c0`),
  'msgpack: four thousand million tasks': msgpack('81a57461736b73ddffffffff'),
  'msgpack: four thousand million members': msgpack('dfffffffff'),
  'msgpack: a string of four gigabytes': msgpack('81a57461736b7391 81a26964 dbffffffff 41'),
  'msgpack: binary of four gigabytes': msgpack('81c6ffffffff'),
  'msgpack: an extension of four gigabytes': msgpack('81a57461736b73c9ffffffff01'),
  'msgpack: a byte that is never used': msgpack('c1'),
  'msgpack: half a number': msgpack('81a57461736b7391 81 ad6475726174696f6e5f64617973 cb7ff0'),
  'msgpack: a number that is none': msgpack(
    '81a57461736b7391 82a26964a141 ad6475726174696f6e5f64617973 cb7ff8000000000000',
  ),
  'msgpack: infinity': msgpack('81a57461736b7391 82a26964a141 ad6475726174696f6e5f64617973 cb7ff0000000000000'),
  'msgpack: 64 bits of integer': msgpack(
    '81a57461736b7391 82a26964a141 ad6475726174696f6e5f64617973 cfffffffffffffffff',
  ),
  'msgpack: names that are no strings': msgpack('8301a0c0c2a57461736b7391 8290a1 41a26964a141'),
  'msgpack: __proto__': msgpack('82a95f5f70726f746f5f5f81a8706f6c6c75746564c3a57461736b739181a26964a141'),
  'msgpack: something behind the end': msgpack('81a57461736b739181a26964a141c0'),
}

function msgpack(hex: string): HostileBody {
  return { mediaType: 'application/msgpack', bytes: Buffer.from(hex.replaceAll(' ', ''), 'hex') }
}

/** Every body by name: JSON, what of it can be packed as msgpack too, and those that only one of them can say. */
export function hostileBodies(): Map<string, HostileBody> {
  const all = new Map<string, HostileBody>()
  for (const [name, text] of Object.entries(TEXTS)) {
    all.set(name, { mediaType: 'application/json', bytes: Buffer.from(text) })
    const packed = packBody(text)
    if (packed !== undefined) all.set(`${name} (msgpack)`, { mediaType: 'application/msgpack', bytes: packed })
  }
  for (const [name, body] of Object.entries(BINARY)) all.set(name, body)
  return all
}
