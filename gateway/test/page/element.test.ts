/** What a schedule says is text on the page, and no text turns what follows it. */
import t from 'tap'
import { h, svg } from '../../page/browser/dom/element.ts'

t.test('marks that turn the direction of writing, or end a line, are shown as a sign', async t => {
  const create = () => {
    const appended: unknown[] = []
    return { appended, append: (child: unknown) => void appended.push(child), setAttribute() {} }
  }
  const document = { createElement: create, createElementNS: create }
  Object.assign(globalThis, { document })
  t.teardown(() => Reflect.deleteProperty(globalThis, 'document'))
  for (const element of [h('p', {}, 'A\u202e\u2069\u2028 5 days', null), svg('text', {}, 'A\u202e\u2069\u2028 5 days')])
    t.same((element as unknown as { appended: unknown[] }).appended, ['A\ufffd\ufffd\ufffd 5 days'])
  const within = h('b', {}, '\u05d0\u200f')
  t.same((h('p', {}, within) as unknown as { appended: unknown[] }).appended, [within])
})
