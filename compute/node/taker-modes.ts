/**
 * The two state machines of the taker (taker.ts). Each row is a mode, each entry of it what may happen there and the mode that follows;
 * anything else is a fault of the taker.
 *
 * taking: jobs are taken for idle threads. draining: none are taken; those held here run or are given back.
 *
 * A question to the store, "give me jobs of this queue":
 * waiting: no answer yet. looking: the answer is late, and whether its shard stands still is looked into. abandoned: the shard stands
 * still, and its threads are for others; an answer may come all the same. placing: answered, and its jobs are about to get their threads.
 * settled: nothing is left of it; what was found out about the shard may still arrive.
 */
export type TakerMode = 'taking' | 'draining'
export type TakerEvent = 'stop'
export type QuestionMode = 'waiting' | 'looking' | 'abandoned' | 'placing' | 'settled'
export type QuestionEvent = 'late' | 'shardWorks' | 'shardAway' | 'answered' | 'placed'

type Moves<Mode extends string, Event extends string> = Readonly<Record<Mode, Readonly<Partial<Record<Event, Mode>>>>>

export const TAKER_MOVES: Moves<TakerMode, TakerEvent> = {
  taking: { stop: 'draining' },
  draining: { stop: 'draining' },
}

export const QUESTION_MOVES: Moves<QuestionMode, QuestionEvent> = {
  waiting: { late: 'looking', answered: 'placing' },
  looking: { shardWorks: 'waiting', shardAway: 'abandoned', answered: 'placing' },
  abandoned: { answered: 'settled' },
  placing: { shardWorks: 'placing', shardAway: 'placing', placed: 'settled' },
  settled: { shardWorks: 'settled', shardAway: 'settled', placed: 'settled' },
}

/** The modes of a question in which the threads that it asked for are set aside. */
export const HOLDS_THREADS: Readonly<Record<QuestionMode, boolean>> = {
  waiting: true,
  looking: true,
  abandoned: false,
  placing: true,
  settled: false,
}

export function moved<Mode extends string, Event extends string>(
  moves: Moves<Mode, Event>,
  mode: Mode,
  event: Event,
): Mode {
  const next = moves[mode][event]
  if (next === undefined) throw new Error(`${event} cannot happen while ${mode}`)
  return next
}
