#!/usr/bin/env node
// Stands behind every npm command. These lines run on any Node that knows modules, so that an old one is told what is needed; all else is in
// bootstrap/provide.mjs, which such a Node could not even parse.
const NODE_MAJOR_MIN = 18
const version = process.versions.node

if (Number(version.split('.')[0]) >= NODE_MAJOR_MIN) import('./bootstrap/provide.mjs')
else {
  process.stderr.write(
    `[setup] Node ${NODE_MAJOR_MIN} or newer is needed, with npm 9.2 or newer; this is Node ${version} (${process.execPath}). Debian 12 and Ubuntu 24.04 have one (apt-get install nodejs npm), and https://nodejs.org for all others.\n`,
  )
  process.exitCode = 2
}
