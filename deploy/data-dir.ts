/** What can be wrong with the data folder of a service, as one sentence for whoever starts it. */

/** Faults of a folder, by the code of the system. */
const FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its file system is full',
  EDQUOT: 'the quota of this user is used up',
  ENOTDIR: 'a file is in the way',
  EISDIR: 'a folder is in the way',
  EEXIST: 'a file is in the way',
  ENOENT: 'it cannot be made there',
}

/** The folder cannot be made or written; the message says why and what to do. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable'
}

/** Work on the files of the folder. A fault of the folder is thrown as DataDirUnusable, any other as it is. */
export function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code = '', path = dataDir } = error as NodeJS.ErrnoException
    const fault = FAULTS[code]
    if (fault === undefined) throw error
    throw new DataDirUnusable(
      `The data folder cannot be used at ${path}: ${fault} (${code}); set DATA_DIR to a folder of yours.`,
    )
  }
}
