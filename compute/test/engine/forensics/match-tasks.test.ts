/** Pairing of the tasks of two schedules: the four strategies, against worked examples and a plain recomputation. */
import t from 'tap'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { MATCH_METHODS, type MatchOptions, matchTasks } from '../../../engine/compare/match-tasks.ts'
import { charactersOf, normalTexts } from '../../../engine/compare/normal-text.ts'
import { columnsFromTasks } from '../../helpers/columns-from-tasks.ts'
import { random as seeded } from '../../helpers/random.ts'

type Sample = string | { id: string; name?: string; wbs_code?: string }
const schedule = (samples: readonly Sample[]) =>
  columnsFromTasks(samples.map(sample => (typeof sample === 'string' ? { id: sample } : sample)))

/** Pairs as "current=baseline:method", sorted; then the added and the deleted ids. */
function match(current: readonly Sample[], baseline: readonly Sample[], options: MatchOptions = {}) {
  const now = schedule(current)
  const then = schedule(baseline)
  const found = matchTasks(now, then, options)
  const pairs: string[] = []
  found.baselineOf.forEach((j, i) => {
    if (j < 0) return
    if (found.currentOf[j] !== i) throw new Error('the two sides of a pair name each other')
    pairs.push(`${textAt(now.id, i)}=${textAt(then.id, j)}:${MATCH_METHODS[found.method[i]!]}`)
  })
  if (pairs.length !== found.pairCount) throw new Error('pairCount counts the pairs')
  return {
    pairs: pairs.sort(),
    added: [...found.added].map(i => textAt(now.id, i)),
    deleted: [...found.deleted].map(j => textAt(then.id, j)),
    ratio: found.ratio,
    notCompared: [...found.notCompared].map(i => textAt(now.id, i)),
  }
}

t.test('id pairs equal ids and leaves the others as added and deleted', async t => {
  t.match(match(['B', 'A', 'N'], ['A', 'B', 'O']), { pairs: ['A=A:id', 'B=B:id'], added: ['N'], deleted: ['O'] })
})

t.test('id_and_wbs asks for the same code as well; no code on both sides is the same', async t => {
  const got = match(
    [{ id: 'A', wbs_code: '1' }, { id: 'B', wbs_code: '2' }, 'C', 'D'],
    [{ id: 'B', wbs_code: '1' }, { id: 'A', wbs_code: '1' }, 'C', { id: 'D', wbs_code: '1' }],
    { strategy: 'id_and_wbs' },
  )
  t.same(got.pairs, ['A=A:id_and_wbs', 'C=C:id_and_wbs'])
  t.same(got.added, ['B', 'D'])
})

t.test('wbs_hierarchy pairs a code of one task, then equal names, then the order', async t => {
  const got = match(
    [
      { id: 'a', wbs_code: '1', name: 'New name' },
      { id: 'b', wbs_code: '2', name: 'Walls' },
      { id: 'c', wbs_code: '2', name: 'POUR slab-01' },
      { id: 'd', wbs_code: '2', name: 'Extra' },
      { id: 'e', wbs_code: '3' },
      'f',
    ],
    [
      { id: '10', wbs_code: '1', name: 'Old name' },
      { id: '20', wbs_code: '2', name: 'Pour slab 1' },
      { id: '21', wbs_code: '2', name: 'Doors' },
      { id: 'f', wbs_code: '4' },
    ],
    { strategy: 'wbs_hierarchy' },
  )
  t.same(got.pairs, ['a=10:wbs', 'b=21:wbs_and_order', 'c=20:wbs_and_name'])
  t.same(got.added, ['d', 'e', 'f'])
  t.same(got.deleted, ['f'])
})

t.test('fuzzy_id takes A-0100 for a100, and never A101 for A100', async t => {
  t.same(match(['A-0100'], ['a100'], { strategy: 'fuzzy_id' }).pairs, ['A-0100=a100:normalised_id'])
  t.same(match(['A100'], ['A101'], { strategy: 'fuzzy_id', fuzzyThreshold: 0 }).pairs, [])
  t.same(
    match(['AB100'], ['AB1000'], { strategy: 'fuzzy_id', fuzzyThreshold: 0 }).pairs,
    [],
    'a digit more is digits only',
  )
})

t.test('fuzzy_id prefers the equal id, then the normalised one with the equal name', async t => {
  t.same(match(['A-1', 'A1'], ['A1', 'A-1'], { strategy: 'fuzzy_id' }).pairs, ['A-1=A-1:id', 'A1=A1:id'])
  const named = match(
    [{ id: 'a 1', name: 'two' }],
    [
      { id: 'A.1', name: 'one' },
      { id: 'A-1', name: 'Two' },
    ],
    { strategy: 'fuzzy_id' },
  )
  t.same(named.pairs, ['a 1=A-1:normalised_id'])
})

t.test('fuzzy_id pairs the most alike first, down to the threshold', async t => {
  // twelve letters, one off: 0.917; two off: 0.833
  const current = ['foundationxy']
  const baseline = ['foundationab', 'foundationxb']
  const got = match(current, baseline, { strategy: 'fuzzy_id' })
  t.same(got.pairs, ['foundationxy=foundationxb:similar_id'])
  t.ok(Math.abs(got.ratio[0]! - 11 / 12) < 1e-12)
  t.same(match(current, ['foundationab'], { strategy: 'fuzzy_id' }).pairs, [])
  const lower = match(current, ['foundationab'], { strategy: 'fuzzy_id', fuzzyThreshold: 0.8 })
  t.same(lower.pairs, ['foundationxy=foundationab:similar_id'])
  t.same(
    match(['xoundation'], ['foundation'], { strategy: 'fuzzy_id', fuzzyThreshold: 0 }).pairs,
    [],
    'first two characters',
  )
  t.same(match(['abcdefgh'], ['abcdefghij'], { strategy: 'fuzzy_id', fuzzyThreshold: 0 }).pairs, [], '20 % longer')
  t.same(
    match(['abcdefghijklmnopq'], ['abcdefghijklmnopqrst'], { strategy: 'fuzzy_id', fuzzyThreshold: 0 }).pairs.length,
    1,
  )
})

t.test('of equal ratios the equal name wins, then the order of the baseline', async t => {
  const baseline = [
    { id: 'foundationa', name: 'x' },
    { id: 'foundationb', name: 'y' },
  ]
  const fuzzy: MatchOptions = { strategy: 'fuzzy_id' }
  t.same(match([{ id: 'foundationc', name: 'Y' }], baseline, fuzzy).pairs, ['foundationc=foundationb:similar_id'])
  t.same(match([{ id: 'foundationc', name: 'z' }], baseline, fuzzy).pairs, ['foundationc=foundationa:similar_id'])
})

t.test('letters of other scripts count as one character each', async t => {
  const normal = normalTexts(schedule(['Ж-Ёлка 007', 'Ａ1', '日本-02']).id)
  t.same(
    [0, 1, 2].map(i => textAt(normal, i)),
    ['жёлка7', 'ａ1', '日本2'],
  )
  const { points, offsets } = charactersOf(normal)
  t.equal(String.fromCodePoint(...points.subarray(offsets[0], offsets[1])), 'жёлка7')
  t.equal(String.fromCodePoint(...points.subarray(offsets[2], offsets[3])), '日本2')
  const far: MatchOptions = { strategy: 'fuzzy_id', fuzzyThreshold: 0.85 }
  t.same(match(['фундамен'], ['фундамег'], far).pairs.length, 1, '7 of 8')
  t.same(match(['фундам'], ['фундаг'], far).pairs, [], '5 of 6')
})

t.test(
  'tasks beyond the steps of a call are paired by exact ids alone, and reported; those before them are compared',
  async t => {
    const ids = (last: string) => Array.from({ length: 2001 }, (_, i) => `aa${word(i)}${last}`)
    const got = match([...ids('x'), 'Same-1'], [...ids('y'), 'same1'], { strategy: 'fuzzy_id' })
    t.ok(got.pairs.includes('Same-1=same1:normalised_id'))
    const compared = 2001 - got.notCompared.length
    t.ok(compared > 100 && compared < 2001, `${compared} of 2001`)
    t.same(got.notCompared, ids('x').slice(compared), 'in their order')
    t.same(match(['abcdefghx'], ['abcdefghy'], { strategy: 'fuzzy_id' }).notCompared, [])
    const hundred = (last: string) => ids(last).slice(0, 500)
    t.same(
      match(hundred('x'), hundred('y'), { strategy: 'fuzzy_id' }).notCompared,
      [],
      '500 renamed tasks are compared',
    )
  },
)

t.test('150 x 150 ids of 200 characters and a threshold of 0 take less than a moment', async t => {
  const ids = (last: string) => Array.from({ length: 150 }, (_, i) => `aa${word(i)}${'q'.repeat(194)}${last}`)
  const before = process.threadCpuUsage()
  const got = match(ids('x'), ids('y'), { strategy: 'fuzzy_id', fuzzyThreshold: 0 })
  const { user, system } = process.threadCpuUsage(before)
  t.ok(got.notCompared.length > 100)
  t.ok((user + system) / 1000 < 100, `${(user + system) / 1000} ms`)
  t.same(match(ids('x'), ids('y'), { strategy: 'fuzzy_id', fuzzyThreshold: 0 }).notCompared, got.notCompared)
})

/** Three letters that name a number. */
const word = (n: number): string =>
  String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97 + (Math.floor(n / 676) % 26))

t.test('similar ids are those of a plain recomputation', async t => {
  const seed = Number(process.env.SEED ?? 20261121)
  t.comment(`SEED=${seed}`)
  const random = seeded(seed)
  const make = (): string[] => {
    const ids = new Set<string>()
    while (ids.size < 25) {
      const length = 3 + Math.floor(random() * 8)
      ids.add(Array.from({ length }, () => 'abab1'[Math.floor(random() * 5)]).join(''))
    }
    return [...ids]
  }
  for (let round = 0; round < 40; round++) {
    const current = make()
    const baseline = make()
    const fuzzyThreshold = [0, 0.5, 0.7, 0.85][round % 4]!
    const got = match(current, baseline, { strategy: 'fuzzy_id', fuzzyThreshold })
    t.same(got.pairs, plainFuzzy(current, baseline, fuzzyThreshold).sort(), `round ${round}`)
  }
})

function plainFuzzy(current: string[], baseline: string[], threshold: number): string[] {
  const pairs = current.filter(id => baseline.includes(id)).map(id => `${id}=${id}:id`)
  const candidates: { a: string; b: string; ratio: number; i: number; j: number }[] = []
  current.forEach((a, i) => {
    baseline.forEach((b, j) => {
      const longest = Math.max(a.length, b.length)
      if (baseline.includes(a) || current.includes(b) || a.slice(0, 2) !== b.slice(0, 2)) return
      if (Math.abs(a.length - b.length) > 0.15 * longest + 1e-9) return
      if (a.replaceAll(/\d/g, '') === b.replaceAll(/\d/g, '')) return
      const ratio = 1 - levenshtein(a, b) / longest
      if (ratio >= threshold - 1e-9) candidates.push({ a, b, ratio, i, j })
    })
  })
  candidates.sort((x, y) => y.ratio - x.ratio || x.j - y.j || x.i - y.i)
  const used = new Set<string>()
  for (const { a, b } of candidates) {
    if (used.has(`a${a}`) || used.has(`b${b}`)) continue
    used.add(`a${a}`).add(`b${b}`)
    pairs.push(`${a}=${b}:similar_id`)
  }
  return pairs
}

function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: a.length + 1 }, (_, x) => x)
  for (let y = 1; y <= b.length; y++) {
    const next = [y]
    for (let x = 1; x <= a.length; x++) {
      next[x] = Math.min(row[x]! + 1, next[x - 1]! + 1, row[x - 1]! + (a[x - 1] === b[y - 1] ? 0 : 1))
    }
    row = next
  }
  return row.at(-1)!
}
