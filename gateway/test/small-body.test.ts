/** What a small body that is no JSON is told, without a character of it. */
import t from 'tap'
import Type from 'typebox'
import { detailOf } from '../../shared/contract/errors.ts'
import { parseJson } from '../call/query.ts'

const schema = Type.Object({ name: Type.Optional(Type.String()) })

const said = (body: string): string => {
  const read = parseJson(Buffer.from(body), schema)
  return 'refusal' in read ? detailOf(read.refusal) : 'read'
}

t.test('a comma after the last item or member is called one, with its place', t => {
  t.equal(
    said('{"name": "a", }'),
    'The body is not valid JSON: a comma follows the last item or member at character 12.',
  )
  t.match(said('{"list": [1, 2,\n ]}'), /a comma follows the last item or member at character 14/)
  t.match(said('{"name": "a,}", "x": [",]", 1,]}'), /at character 29\.$/, 'commas in texts are none')
  t.match(said('{"name": "a\\",}" "b"}'), /a value, a comma or a bracket is wrong at character 17/)
  t.match(said('{"name": '), /it ends too early/)
  t.equal(said('{"name": "a,]"}'), 'read')
  t.end()
})
