// One command at a time changes this folder: two commands typed together on a fresh clone must not install at once.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { die, say } from './say.mjs'

const LOOK_AGAIN_MS = 250
/** So long is waited in silence. */
const TOLD_AFTER_LOOKS = 8

/** Whether its owner has ended; what it left is in the way of nobody. */
function isOrphan(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

async function take(file) {
  for (let looks = 0; ; looks++) {
    try {
      return writeFileSync(file, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') die(`this folder must be writable for the first start: ${error.message}`)
    }
    if (isOrphan(file)) rmSync(file, { force: true })
    else {
      if (looks === TOLD_AFTER_LOOKS)
        say(`waiting for another command that sets this folder up (${file} names its process)`)
      await wait(LOOK_AGAIN_MS)
    }
  }
}

export async function locked(file, work) {
  await take(file)
  const free = () => rmSync(file, { force: true })
  process.on('exit', free) // die() within work()
  try {
    return await work()
  } finally {
    free()
    process.off('exit', free)
  }
}
