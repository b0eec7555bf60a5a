/** All rows of a long table of the page, those that are not seen too, as the page saves them: the head first. */
import type { DrivenPage } from './driven-page.ts'

/** within: selector of an element that has one such table. */
export const rowsOf = (page: DrivenPage, within: string): Promise<string[][]> =>
  page.value(`(async () => {
    const { createObjectURL } = URL
    const { click } = HTMLAnchorElement.prototype
    let made
    URL.createObjectURL = blob => (made = blob, createObjectURL.call(URL, blob))
    HTMLAnchorElement.prototype.click = () => {}
    ;[...document.querySelectorAll(${JSON.stringify(`${within} .actions button`)})].find(each => each.textContent === 'CSV').click()
    URL.createObjectURL = createObjectURL
    HTMLAnchorElement.prototype.click = click
    const text = (await made.text()).replace(/^\\uFEFF/, '').trimEnd()
    const unquoted = cell => cell.replace(/^"|"$/g, '').replaceAll('""', '"').replace(/^'(?=[=+@-])/, '')
    return text.split('\\r\\n').map(line => line.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^",]*)(?=,|$)/g).map(unquoted))
  })()`)
