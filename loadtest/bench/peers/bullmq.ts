/** The little of BullMQ that the comparison uses, loaded by name: its own types want more of ioredis than this tree has. */
export interface Queue {
  add(name: string, data: unknown): Promise<unknown>
  getJobCounts(...states: string[]): Promise<Record<string, number>>
  getCompleted(start: number, end: number): Promise<{ returnvalue: string }[]>
  waitUntilReady(): Promise<unknown>
  close(): Promise<void>
}

export interface Worker {
  waitUntilReady(): Promise<unknown>
  on(event: 'error' | 'failed', listener: (...args: unknown[]) => void): void
}

export type Processor = URL | ((job: { data: { frame: string } }) => Promise<string>)

interface BullMq {
  Queue: new (name: string, options: object) => Queue
  Worker: new (name: string, processor: Processor, options: object) => Worker
}

const NAME: string = 'bullmq'

export const loadBullMq = async (): Promise<BullMq> => (await import(NAME)) as BullMq
export const QUEUE = 'analyses'
/** What BullMQ asks of a connection that blocks. */
export const connectionTo = (socketPath: string) => ({ path: socketPath, maxRetriesPerRequest: null })
