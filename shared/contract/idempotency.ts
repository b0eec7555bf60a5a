/** An Idempotency-Key is known for a day from what it was first answered with, whatever kind of call it names. */
export const IDEMPOTENCY_SECONDS = 86_400
