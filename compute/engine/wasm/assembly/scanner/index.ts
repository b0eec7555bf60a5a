/** What the binding (compute/engine/read/task-scanner.ts) calls and reads. */
export { setSeed } from './bytes'
export { pairCount } from './columns'
export { entryCount, setKept } from './dictionary'
export { hasEqualIds, isFull } from './ids'
export * from './layout'
export {
  comingCount,
  leftCount,
  linkCount,
  linkTextBytes,
  setLinkMembers,
  setLinkTexts,
  unusualCount,
} from './links'
export { setArena } from './scan'
export { isAmbiguous } from './tails'
export { addTask, beginList, readTasks, setFields, stopTasks, taskEnd } from './tasks'
export { setCalendar, setReasons } from './values'
