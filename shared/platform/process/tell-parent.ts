/** Messages of a process to the one that started it with a channel between them, such as `npm start`. */

/** Without effect when there is no channel, or when the other process has ended: then it is nobody's concern any more. */
export function tellParent(message: object): void {
  // without a callback a closed channel is an error event, which ends this process
  process.send?.(message, undefined, undefined, () => {})
}
