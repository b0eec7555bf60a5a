#!/usr/bin/env node
// The command line as a program of its own: `npx schedule-intelligence`, or linked to from a folder on PATH.
// paths are those of the caller, not of this folder, in which the program runs (compute/cli/program.ts)
process.env.npm_lifecycle_event = 'sis'
process.env.INIT_CWD = process.cwd()
process.argv.splice(2, 0, 'node', 'compute/cli/main.ts')
await import('./bootstrap.mjs')
