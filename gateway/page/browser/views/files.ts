/** The files that are loaded, and the way to add one. */
import { READ_EXTENSIONS } from '../../../../shared/contract/schedule/file-formats.ts'
import { asOfMinutes } from '../as-of.ts'
import { h } from '../dom/element.ts'
import type { LoadedFile } from '../loaded.ts'
import { dayShown, dayText } from '../schedule/moment.ts'
import { TEXT } from '../texts.ts'

export function fileInput(id: string, take: (files: readonly File[]) => void): HTMLInputElement {
  const input = h('input', {
    type: 'file',
    id,
    class: 'hidden',
    accept: [...READ_EXTENSIONS, '.json'].join(),
    multiple: true,
    onchange: () => {
      const files = [...(input.files ?? [])]
      if (files.length > 0) take(files)
    },
  })
  return input
}

/** A file by its name and data date, since two updates often have one name; the same in every language, since it is kept. */
export const titleOf = (of: LoadedFile): string =>
  Number.isNaN(asOfMinutes(of)) ? of.name : `${of.name} (${dayText(asOfMinutes(of))})`

/** The same for a reader. */
export const shownTitle = (of: LoadedFile): string =>
  Number.isNaN(asOfMinutes(of)) ? of.name : `${of.name} (${dayShown(asOfMinutes(of))})`

/** In a list that is cut at its end. */
const dateFirst = (of: LoadedFile): string =>
  Number.isNaN(asOfMinutes(of)) ? of.name : `${dayShown(asOfMinutes(of))} ${of.name}`

export function fileSwitch(
  files: readonly LoadedFile[],
  shown: LoadedFile | undefined,
  choose: (file: LoadedFile) => void,
): HTMLElement {
  const select = h(
    'select',
    { 'aria-label': TEXT.files.label, onchange: () => choose(files[Number(select.value)]!) },
    ...files.map((file, i) => h('option', { value: i, selected: file === shown }, dateFirst(file))),
  )
  return select
}
