/** A thread takes 0.2 s of processor time to start, which the work under way would have to share: a burst ends before. */
const BUSY_MS = 100

/** To be called whenever threads may be too few; starts further ones when they still are too few after a while. */
export function startWhenBusy(areTooFew: () => boolean, start: () => void): () => void {
  let looking: NodeJS.Timeout | undefined
  return () => {
    if (looking !== undefined) return
    looking = setTimeout(() => {
      looking = undefined
      if (areTooFew()) start()
    }, BUSY_MS).unref()
  }
}
