/** The control of a mapping: for each field of a format, or that checks need, the code, custom field, WBS level or text that fills it, and what its values become. */
import type { MappedField } from '../../../../shared/contract/deliverables/mapping.ts'
import { download } from '../dom/download.ts'
import { type Child, h, table } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import type { FileFields } from '../schedule/file-fields.ts'
import {
  exportedText,
  fieldsOf,
  givenFor,
  importedFrom,
  isAbsent,
  isTaken,
  keepGiven,
  keptGiven,
  lentToChecks,
  type Source,
  sourceIn,
  sourceText,
  type Target,
  valuesOf,
  wbsDepth,
} from '../schedule/mapping.ts'
import { stemOf } from '../service/take-along.ts'
import { TEXT, wordOf } from '../texts.ts'
import { faultOfFile } from './failure.ts'
import { ENGLISH } from './language.ts'

const T = TEXT.deliverables.mapping
/** More values than these nobody translates one by one; a file of JSON may. */
const VALUES_MAX = 200
const FIXED = 'value:'
/** Of these some values alone are meant. */
const NAMING = ['field:id', 'field:name']

interface Mapped {
  readonly target: Target
  readonly loaded: LoadedFile
  readonly shell: Shell
  /** What was asked with the mapping as it was is asked anew. */
  changed(): void
}

interface MappingPart {
  readonly element: HTMLElement
  /** Shows this field. */
  open(name: string): void
}

export function mappingPart({ target, loaded, shell, changed }: Mapped): MappingPart {
  const place = h('div', {})
  const element = h('details', { class: 'mapping' }, h('summary', {}), place)
  let fields: FileFields | undefined
  const sourceOf = (name: string): Source | undefined => sourceIn(keptGiven(target)[`mapping.${name}`])
  const count = (): void => {
    const all = fieldsOf(target)
    const given = givenFor(target)
    const isSet = ({ name }: MappedField): boolean => (given[`mapping.${name}`] ?? '') !== ''
    element.querySelector('summary')!.textContent = T.heading(all.filter(isSet).length, all.length)
  }
  const set = (name: string, source: Source | undefined): void => {
    const { [`mapping.${name}`]: _, ...others } = keptGiven(target)
    keepGiven(target, source === undefined ? others : { ...others, [`mapping.${name}`]: sourceText(source) })
    count()
    changed()
  }
  const rowOf = (field: MappedField, known: FileFields): readonly Child[] => {
    const values = h('div', {})
    const draw = (): void => {
      const source = sourceOf(field.name)
      values.replaceChildren(...valuesPart(field, source, known, loaded, next => set(field.name, next)))
    }
    draw()
    const chosen = (source: Source | undefined): void => {
      set(field.name, source)
      draw()
    }
    return [
      h('div', {}, h('strong', ENGLISH, field.name), h('div', { class: 'note', ...ENGLISH }, aboutOf(field))),
      sourcePart(field, target, sourceOf(field.name), known, loaded, chosen),
      values,
    ]
  }
  const draw = (done = ''): void => {
    count()
    if (fields === undefined) return
    const known = fields
    place.replaceChildren(
      h('p', { class: 'note' }, target === 'checks' ? T.noteOfChecks : T.note),
      exchange(target, loaded, done, text => {
        draw(text)
        changed()
      }),
      table(
        T.caption,
        T.head,
        fieldsOf(target).map(field => rowOf(field, known)),
      ),
    )
  }
  draw()
  void shell.fields(loaded).then(
    known => {
      fields = known
      draw()
    },
    // what is wrong with the file is said where it is asked about
    () => {},
  )
  return {
    element,
    open(name) {
      element.open = true
      element.querySelector<HTMLElement>(`[name="mapping.${name}"]`)?.focus()
    },
  }
}

/** What says no more than its name is left out. */
const aboutOf = ({ name, about }: MappedField): string => (about.startsWith(`${name} of `) ? '' : about)

type Option = readonly [value: string, text: string]

function sourcePart(
  field: MappedField,
  target: Target,
  now: Source | undefined,
  fields: FileFields,
  { schedule }: LoadedFile,
  chosen: (source: Source | undefined) => void,
): HTMLElement {
  const { name, of } = field
  const codes = [...fields.codes.keys()].map((code): Option => [`code:${code}`, code])
  const levels = Array.from({ length: wbsDepth(schedule) }, (_, i): Option => [`wbs:${i + 1}`, T.level(i + 1)])
  // the first level of P6 is the id of the project
  if (levels.length > 1) levels.push(['wbs:2..', T.fromLevel(2)])
  const isOfResources = (each: string): boolean => each.startsWith('resource')
  const texts = Object.entries(T.fields)
    .filter(([each]) => (isOfResources(each) ? of !== undefined : of !== 'resources'))
    .map(([each, text]): Option => [`field:${each}`, text])
  const lent = target === 'checks' ? lentToChecks().get(name) : undefined
  const byItself = field.code !== undefined && fields.codes.has(field.code) ? T.byCode(field.code) : T.notSet
  const none = lent === undefined ? byItself : T.asIn(wordOf(TEXT.deliverables.formats, lent.by) ?? '', lent.text)
  const from = now?.from.replace(/^udf:/, 'code:') ?? ''
  const value = from.startsWith(FIXED) ? FIXED : from
  const groups: readonly (readonly [title: string, options: readonly Option[]])[] = [
    [T.groups.codes, of === 'resources' ? [] : codes],
    [T.groups.wbs, of === 'resources' ? [] : levels],
    [T.groups.fields, texts],
    [T.groups.fixed, [[FIXED, T.fixed]]],
  ]
  const isListed = value === '' || groups.some(([, options]) => options.some(([each]) => each === value))
  const option = ([each, text]: Option): HTMLElement => h('option', { value: each, selected: each === value }, text)
  const select = h(
    'select',
    { name: `mapping.${name}`, 'aria-label': T.sourceOf(name) },
    option(['', none]),
    ...(isListed ? [] : [option([value, now!.from])]),
    ...groups
      .filter(([, options]) => options.length > 0)
      .map(([title, options]) => h('optgroup', { label: title }, ...options.map(option))),
  )
  const text = h('input', {
    type: 'text',
    maxlength: 200,
    value: from.startsWith(FIXED) ? from.slice(FIXED.length) : '',
    'aria-label': T.textOf(name),
    onchange: () =>
      chosen(
        text.value.trim() === '' ? undefined : { from: FIXED + text.value.trim(), values: {}, otherwise: undefined },
      ),
  })
  text.hidden = value !== FIXED
  const absent = h('p', { class: 'note bad', hidden: now === undefined || !isAbsent(now.from, fields) }, T.absent)
  select.addEventListener('change', () => {
    text.hidden = select.value !== FIXED
    absent.hidden = select.value === '' || !isAbsent(select.value, fields)
    if (select.value === FIXED) text.focus()
    // what one source's values become is said of no other
    else
      chosen(select.value === '' ? undefined : { from: select.value, values: {}, otherwise: otherwiseOf(select.value) })
  })
  return h('div', { class: 'source' }, select, text, absent)
}

/** Of tasks that are named one by one all others have none. */
const otherwiseOf = (from: string): string | undefined => (NAMING.includes(from) ? '' : undefined)

/** What the values of the source become. */
function valuesPart(
  field: MappedField,
  source: Source | undefined,
  fields: FileFields,
  { schedule }: LoadedFile,
  set: (source: Source) => void,
): HTMLElement[] {
  if (source === undefined || source.from.startsWith(FIXED)) return []
  let now = source
  const inFile = valuesOf(source.from, fields, schedule)
  const counts = new Map([
    ...(inFile ?? []),
    ...Object.keys(source.values).map(each => [each, inFile?.get(each) ?? 0] as const),
  ])
  const becomes = (value: string): string => now.values[value] ?? value
  const oddCount = (): number => [...(inFile?.keys() ?? [])].filter(value => !isTaken(field, becomes(value))).length
  const summary = h('summary', {})
  const say = (): void => {
    const odd = oddCount()
    summary.replaceChildren(
      ...(inFile === undefined ? [T.values] : [T.valuesOf(counts.size)]),
      ...(odd === 0 ? [] : [' ', h('span', { class: 'bad' }, T.odd(odd))]),
    )
  }
  const change = (next: Partial<Source>): void => {
    now = { ...now, ...next }
    set(now)
    say()
  }
  const control = (label: string, text: string, changed: (text: string) => void, none = T.asItIs): HTMLElement => {
    const { values = [] } = field
    if (values.length === 0) {
      const input = h('input', {
        type: 'text',
        value: text,
        maxlength: 200,
        placeholder: none,
        'aria-label': label,
        onchange: () => changed(input.value.trim()),
      })
      return input
    }
    const known = values.includes(text) || text === '' ? values : [text, ...values]
    const select = h(
      'select',
      { 'aria-label': label, onchange: () => changed(select.value) },
      h('option', { value: '' }, none),
      ...known.map(each => h('option', { value: each, selected: each === text }, each)),
    )
    return select
  }
  const valueRow = (value: string, count: number): readonly Child[] => [
    value,
    count === 0 ? '' : TEXT.number(count),
    control(T.becomes(value), now.values[value] ?? '', text => {
      const { [value]: _, ...others } = now.values
      change({ values: text === '' ? others : { ...others, [value]: text } })
    }),
  ]
  const isNaming = NAMING.includes(source.from)
  const setOtherwise = (text: string): void => change({ otherwise: text === '' ? otherwiseOf(now.from) : text })
  const otherwise = control(T.otherwise, now.otherwise ?? '', setOtherwise, '–')
  const rest: readonly Child[] = [isNaming ? T.allOthers : T.otherwise, '', otherwise]
  const shown = [...counts].slice(0, VALUES_MAX)
  const named = h('input', { type: 'text', maxlength: 200, 'aria-label': T.value })
  const add = (): void => {
    const value = named.value.trim()
    if (value === '' || counts.has(value)) return
    counts.set(value, 0)
    named.value = ''
    rows
      .querySelector('tbody')!
      .append(
        h('tr', {}, ...valueRow(value, 0).map((cell, i) => h('td', { class: i === 1 ? 'number' : undefined }, cell))),
      )
  }
  const rows = table(T.values, T.valuesHead, [rest, ...shown.map(([value, count]) => valueRow(value, count))], [1])
  say()
  return [
    h(
      'details',
      { open: oddCount() > 0 },
      summary,
      rows,
      counts.size > shown.length ? h('p', { class: 'note' }, T.more(counts.size - shown.length)) : null,
      inFile === undefined
        ? h('p', { class: 'row' }, named, h('button', { type: 'button', class: 'button small', onclick: add }, T.add))
        : null,
    ),
  ]
}

/** The mapping comes from a file of JSON, and goes into one. done: what was, last. */
function exchange(target: Target, loaded: LoadedFile, done: string, imported: (done: string) => void): HTMLElement {
  const said = h('span', { role: 'status' }, done)
  const take = async (file: File): Promise<void> => {
    try {
      const read = importedFrom(await file.text(), target)
      const [fault] = read?.faults ?? []
      if (read === undefined) said.textContent = T.noMapping(file.name)
      else if (fault !== undefined) said.textContent = T.noSource(file.name, ...fault)
      else {
        const constants = Object.entries(keptGiven(target)).filter(([key]) => !key.startsWith('mapping.'))
        keepGiven(target, { ...Object.fromEntries(constants), ...read.given })
        const left = read.leftOut.length === 0 ? '' : ` ${T.leftOut(read.leftOut.join(', '))}`
        imported(T.imported(Object.keys(read.given).length, file.name) + left)
      }
    } catch (error) {
      said.textContent = faultOfFile(file.name, error)
    }
  }
  const input = h('input', {
    type: 'file',
    id: `mapping-${target}`,
    class: 'hidden',
    accept: '.json,application/json',
    onchange: () => {
      const [file] = input.files ?? []
      if (file !== undefined) void take(file)
      // the same file, mended, is chosen again
      input.value = ''
    },
  })
  const save = (): void => {
    const content = new Blob([exportedText(givenFor(target))], { type: 'application/json' })
    download(content, `${stemOf(loaded)}.${target}.mapping.json`)
  }
  return h(
    'p',
    { class: 'actions' },
    h('label', { class: 'button', for: input.id }, T.import, input),
    h('button', { type: 'button', class: 'button', onclick: save }, T.export),
    said,
  )
}
