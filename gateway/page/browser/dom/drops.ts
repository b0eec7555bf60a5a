/** Files that are dropped anywhere on the page. */
export function listenForDrops(take: (files: readonly File[]) => void): void {
  document.addEventListener('dragover', event => {
    event.preventDefault()
    document.body.classList.add('dropping')
  })
  document.addEventListener('dragleave', event => {
    if (event.relatedTarget === null) document.body.classList.remove('dropping')
  })
  document.addEventListener('drop', event => {
    event.preventDefault()
    document.body.classList.remove('dropping')
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0) take(files)
  })
}
