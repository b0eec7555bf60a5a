/** Elements that are made anew while somebody types in them: the same field has the keyboard afterwards, with what was typed. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLButtonElement

/** Fields are known by data-field, else by their names. */
const nameOf = (field: HTMLElement): string =>
  field.dataset.field ?? field.getAttribute('aria-label') ?? field.textContent ?? ''

const titleOf = (of: HTMLDetailsElement): string => of.querySelector('summary')?.textContent ?? ''

/** Called before anything is made anew, since what it reads is laid out then; what it returns is called once all is made. */
export function keptFields(within: HTMLElement): () => void {
  const { activeElement } = document
  const had = within.contains(activeElement) && activeElement !== within ? (activeElement as Field) : undefined
  const name = had === undefined ? '' : nameOf(had)
  const typed = had instanceof HTMLInputElement && had.value !== had.defaultValue ? had.value : undefined
  const open = new Set([...within.querySelectorAll('details')].filter(each => each.open).map(titleOf))
  const { scrollTop } = within
  return () => {
    for (const each of within.querySelectorAll('details')) if (open.has(titleOf(each))) each.open = true
    if (scrollTop > 0) within.scrollTop = scrollTop
    if (had === undefined) return
    const found = [...within.querySelectorAll<Field>('input, select, button, summary')].find(
      each => nameOf(each) === name,
    )
    if (typed !== undefined && found instanceof HTMLInputElement) found.value = typed
    found?.focus({ preventScroll: true })
  }
}
