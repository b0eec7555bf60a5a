#!/usr/bin/env node
// The command line as a program of its own: `npx schedule-intelligence`, or linked to from a folder on PATH.
process.env.INIT_CWD = process.cwd()
process.argv.splice(2, 0, 'node', 'compute/cli/main.ts')
await import('./bootstrap.mjs')
