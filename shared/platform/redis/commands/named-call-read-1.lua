#!lua flags=no-writes
-- What came of a call with an Idempotency-Key.
--
-- KEYS[1] what came of named calls
--
-- ARGV[1] name of the call, hashed
--
-- Output  {fingerprint, answer} | {} when it is not known

local fingerprint, answer = known_call(KEYS[1], ARGV[1], now_ms())
return fingerprint and {fingerprint, answer} or {}
