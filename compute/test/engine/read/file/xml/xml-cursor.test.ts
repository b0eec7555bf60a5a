import t from 'tap'
import { ElementNames, UNKNOWN_ELEMENT } from '../../../../../engine/read/file/xml/element-names.ts'
import { NO_CHILD, XmlCursor } from '../../../../../engine/read/file/xml/xml-cursor.ts'
import { XmlSyntaxError } from '../../../../../engine/read/file/xml/xml-markup.ts'
import { durationMinutesOf, flagOf, numberOf, timeOf } from '../../../../../engine/read/file/xml/xml-values.ts'
import { random } from '../../../../helpers/random.ts'
import { bytesOf } from './plain-schedule.ts'

const NAMES = new ElementNames(['a', 'b', 'c'])
const [A, B, C] = [1, 2, 3]
const cursorOf = (text: string): XmlCursor => new XmlCursor(bytesOf(text), NAMES)

/** The text of the root, whose name is <a>. */
function textOf(inner: string): string {
  const xml = cursorOf(`<a>${inner}</a>`)
  xml.child()
  xml.text()
  xml.finish()
  return xml.string()
}

/** All of it read by child() or wanted() and text(), or why not. */
function walk(text: string, next: (xml: XmlCursor) => number = xml => xml.child()): string {
  try {
    const xml = cursorOf(text)
    const read = (name: number): string => {
      if (name !== A) {
        xml.text()
        return `${name}=${xml.string()}`
      }
      const children: string[] = []
      for (let child = next(xml); child !== NO_CHILD; child = next(xml)) children.push(read(child))
      return `a(${children.join(' ')})`
    }
    const all = read(xml.child())
    xml.finish()
    return all
  } catch (error) {
    if (error instanceof XmlSyntaxError) return `${error.message} @${error.offset}`
    throw error
  }
}

/** The same, but everything in the root is skipped. */
function skimmed(text: string): string {
  try {
    const xml = cursorOf(text)
    xml.child()
    for (let child = xml.child(); child !== NO_CHILD; child = xml.child()) xml.skip()
    xml.finish()
    return 'read'
  } catch (error) {
    if (error instanceof XmlSyntaxError) return `${error.message} @${error.offset}`
    throw error
  }
}

t.test('elements by their local names, with attributes, blanks, empty ones, and unknown ones', async t => {
  t.equal(walk('<?xml version="1.0"?><!-- x --><a><b>1</b><a><c> 2 </c></a></a>\n'), 'a(2=1 a(3=2))')
  t.equal(walk('<x:a xmlns:x="u"><x:b>1</x:b><y:c >2</y:c ></x:a>'), 'a(2=1 3=2)', 'a prefix is no part of a name')
  t.equal(
    walk('<a q=">" r=\'/>\'><b s="</b>">1</b><c/><c t = "1" /></a>'),
    'a(2=1 3= 3=)',
    'what stands in quotes is no tag',
  )
  t.equal(walk('<a><z>7</z><bb>8</bb><b\n>9</b\t></a>'), 'a(0=7 0=8 2=9)', 'a longer name is another one')
  t.equal(walk('<a>x<b>1</b>y<!-- <c>2</c> --><?c 3?><![CDATA[<c>4</c>]]>z</a>'), 'a(2=1)')
})

t.test('text: entities, characters by number, sections, comments, elements in it', async t => {
  t.equal(textOf('a &lt;b&gt; &amp;amp; &quot;&apos;'), 'a <b> &amp; "\'')
  t.equal(textOf('&#65;&#x42;&#x1F600;&#x20AC;'), 'AB😀€')
  t.equal(textOf('&#0;&#xD800;'), '\ufffd\ufffd', 'no characters')
  t.equal(textOf('1<![CDATA[<b>&amp;]]>2<!-- 3 --><b>4</b>5<?6?>'), '1<b>&amp;25')
  t.equal(textOf(' \n 1 2 \t'), '1 2')
  t.equal(textOf(`${'&amp;'.repeat(1_000)}${'x'.repeat(5_000)}`).length, 6_000, 'the room for it grows')
  t.equal(textOf('<![CDATA[]]]]><![CDATA[>]]>'), ']]>')
})

t.test('a text with entities is lost when the next one is read, another is not', async t => {
  const xml = cursorOf('<a><b>1&amp;2</b><c>3&amp;4</c></a>')
  xml.child()
  t.equal(xml.child(), B)
  xml.text()
  t.equal(xml.string(), '1&2')
  t.equal(xml.child(), C)
  xml.wholeText()
  t.equal(xml.string(), '3&4')
})

t.test('invalid XML is reported with its byte, read or skipped', async t => {
  const wrong: readonly (readonly [text: string, said: string])[] = [
    ['<a><b>1</b>', 'the file ends, <a> is not closed @0'],
    ['<a><b>1', 'the file ends, <b> is not closed @3'],
    ['<a><b>1</c></a>', '<b> is not closed, another is @7'],
    ['<a><b>1</bb></a>', '<b> is not closed as it should be @7'],
    ['<a><b', 'the file ends within a tag @3'],
    ['<a><b c', 'the file ends within a tag @3'],
    ['<a><b c="', 'a value of an attribute does not end @8'],
    ['<a><b c="d></b></a>', 'a value of an attribute does not end @8'],
    ['<a><b c=d></b></a>', 'a value of an attribute without quotes @8'],
    ['<a><b c></b></a>', 'an attribute without a value @6'],
    ['<a><b/c></a>', 'a / in a tag @5'],
    ['<a><b>1</b></a><a/>', 'something follows the end of its root element @15'],
    ['<a>< b></b></a>', 'a < that begins no element @3'],
    ['<a><b&></b></a>', 'a < that begins no element @3'],
    ['<a><b:></b:></a>', 'a < that begins no element @3'],
    ['<a><!-- x</a>', 'a comment does not end @3'],
    ['<a><![CDATA[x]]</a>', 'a CDATA section does not end @3'],
    ['<a><?x</a>', 'an instruction does not end @3'],
    ['<a><!x></a>', 'a <! that begins nothing @3'],
  ]
  for (const [text, said] of wrong) {
    t.equal(walk(text), said, text)
    t.equal(skimmed(text), said, `${text} skipped`)
  }
  t.equal(walk(''), 'there is no element @0')
  t.equal(walk('  no XML'), 'there is no element @0')
  t.equal(walk('</a>'), 'a closing tag of no element @0')
  t.equal(walk('<a><b>&nbsp;</b></a>'), 'an & that begins no entity of XML @6')
  t.equal(walk('<a><b>&amp</b></a>'), 'an & that begins no entity of XML @6')
  t.equal(walk('<a><b>&#x110000;</b></a>'), 'an & that begins no entity of XML @6')
  t.equal(walk('<a><b>&toString;</b></a>'), 'an & that begins no entity of XML @6')
})

t.test('a document type is refused: nothing can be defined', async t => {
  const bomb = '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;">]><a><b>&y;</b></a>'
  t.match(walk(bomb), /^a document type \(<!DOCTYPE>\) is not read: no project file has one @0/)
  t.match(walk('<a><!ENTITY x "y"></a>'), /document type .* @3/)
})

t.test('bounds: depth, attributes, length of a name', async t => {
  const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
  t.match(walk(nested(256)), /^a\(a\(/)
  t.match(walk(nested(257)), 'more than 256 elements one in the other @768')
  t.match(skimmed(`<a>${'<b>'.repeat(1_000_000)}`), 'more than 256 elements one in the other @768')
  t.match(walk(`<a${' b="1"'.repeat(1_001)}/>`), 'more than 1000 attributes @0')
  t.match(walk(`<${'a'.repeat(2_000)}/>`), 'a name of more than 1000 bytes @0')
})

const readOf = (read: (xml: XmlCursor) => number, text: string): number => {
  const xml = cursorOf(`<a>${text}</a>`)
  xml.child()
  xml.text()
  return read(xml)
}

/** The next child with a known name, the slow way. */
function known(xml: XmlCursor): number {
  for (;;) {
    const name = xml.child()
    if (name !== UNKNOWN_ELEMENT) return name
    xml.skip()
  }
}

t.test('what is passed because it stood there before changes nothing', async t => {
  const next = random(14)
  const whole = (below: number): number => Math.floor(next() * below)
  const row = (): string => {
    const leaf = (name: string): string =>
      whole(12) === 0
        ? `<${name}/>`
        : `<${name}>${['0', '0', '0', 'PT0H0M0S', 'ä€', '<y>1</y>', '<!-- < -->'][whole(7)]}</${name}>`
    const names = ['d1', 'd2', 'd3', 'b', 'd4', 'd5', 'd6', 'd7', 'd8', 'd9', 'd10', 'd11', 'd12', 'c', 'q']
    const some = names.filter(() => whole(9) > 0).map(leaf)
    return `<a>${some.join(whole(5) === 0 ? '\n\t' : '')}</a>`
  }
  for (let n = 0; n < 300; n++) {
    const rows = [row(), row()]
    const text = `<a>${Array.from({ length: 12 }, () => (whole(3) === 0 ? row() : rows[whole(2)])).join('')}</a>`
    const at = whole(text.length)
    for (const each of [text, text.slice(0, at), text.slice(0, at) + '<>/&xd'[whole(6)] + text.slice(at + 1)]) {
      const [fast, slow] = [walk(each, xml => xml.wanted()), walk(each, known)]
      if (fast !== slow) t.equal(fast, slow, each)
    }
  }
  t.equal(
    walk(`<a>${'<a><d>0</d><e>1</e><b>2</b></a>'.repeat(3)}</a>`, xml => xml.wanted()),
    'a(a(2=2) a(2=2) a(2=2))',
  )
})

t.test('values', async t => {
  const each = (read: (xml: XmlCursor) => number, cases: Readonly<Record<string, number>>): void => {
    for (const [text, value] of Object.entries(cases)) t.same(readOf(read, text), value, `${read.name} ${text}`)
  }
  const none = Number.NaN
  each(numberOf, {
    '0': 0,
    '12': 12,
    '-65535': -65535,
    '1.5': 1.5,
    '0.00': 0,
    '-1234.567': -1234.567,
    '7.': 7,
    '-0.3': -0.3,
    '-.5': -0.5,
    '1e3': 1000,
    '12345678901': 12345678901,
  })
  each(numberOf, {
    '': none,
    '-': none,
    x1: none,
    '1x': none,
    '1,5': 1.5,
    '1.2.3': none,
    '.': none,
    Infinity: none,
    '0x10': none,
    ['9'.repeat(50)]: none,
  })
  each(flagOf, { '1': 1, '0': 0, true: 1, FALSE: 0, '2': none, '': none, yes: none })
  each(timeOf, {
    '08:00:00': 480,
    '17:30': 1050,
    '24:00:00': 1440,
    '00:00:00': 0,
    '25:00': none,
    '8:00': none,
    '': none,
  })
  each(durationMinutesOf, {
    PT8H0M0S: 480,
    PT0H0M0S: 0,
    PT1H30M: 90,
    PT0H0M30S: 0.5,
    'P1DT0.5H': 1470,
    '-PT30M': -30,
    P0Y0M0DT8H0M0S: 480,
  })
  each(durationMinutesOf, { PT0H0M6S: 0.1, 'PT1.5H': 90, P1W: 10080, 'PT40H20M10.5S': 2420.175 })
  each(durationMinutesOf, {
    '': none,
    P: none,
    PT: none,
    '8': none,
    PT8: none,
    PTH: none,
    P1Y: none,
    P1M: none,
    PT8H1: none,
    PT8X: none,
  })
})
