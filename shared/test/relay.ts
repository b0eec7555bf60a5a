/** Joins two sockets: what one sends the other gets, and both end together. */
import type { Socket } from 'node:net'

export function relay(near: Socket, far: Socket, onClose: () => void = () => {}): void {
  near.pipe(far).pipe(near)
  for (const socket of [near, far]) {
    socket.on('error', () => {})
    socket.on('close', () => {
      near.destroy()
      far.destroy()
      onClose()
    })
  }
}
