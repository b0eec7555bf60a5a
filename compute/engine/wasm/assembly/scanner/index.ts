/** What the binding (compute/engine/read/task-scanner.ts) calls and reads. */
export { setSeed } from './bytes'
export { pairCount } from './columns'
export { entryCount, setKept } from './dictionary'
export * from './layout'
export { linkCount, linkTextBytes, setLinkMembers, setLinkTexts } from './links'
export { setArena } from './scan'
export { beginList, readTasks, setFields, taskEnd } from './tasks'
export { setCalendar, setReasons } from './values'
