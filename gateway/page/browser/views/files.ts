/** The files that are loaded, and the way to add one. */
import { READ_EXTENSIONS } from '../../../../shared/contract/schedule/file-formats.ts'
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
export const titleOf = ({ name, schedule }: LoadedFile): string =>
  Number.isNaN(schedule.dataDate) ? name : `${name} (${dayText(schedule.dataDate)})`

/** The same for a reader. */
export const shownTitle = ({ name, schedule }: LoadedFile): string =>
  Number.isNaN(schedule.dataDate) ? name : `${name} (${dayShown(schedule.dataDate)})`

/** In a list that is cut at its end. */
const dateFirst = ({ name, schedule }: LoadedFile): string =>
  Number.isNaN(schedule.dataDate) ? name : `${dayShown(schedule.dataDate)} ${name}`

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
