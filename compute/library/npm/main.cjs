#!/usr/bin/env node
'use strict'
/**
 * The command line. The engine is one expression of 2 MB, and to compile it is a third of a short run. So what V8 makes of it is kept beside it, where it is
 * as safe as the engine itself; where that folder cannot be written, each run compiles.
 */
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { Script } = require('node:vm')

const ENGINE = join(__dirname, '../engine.mjs')
const COMPILED = join(__dirname, `../compiled-${process.version}-${process.arch}`)
const BEFORE_EXPRESSION = 'export default '

function ifReadable(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

const keeps = !process.env.NODE_DISABLE_COMPILE_CACHE
const cachedData = keeps ? ifReadable(COMPILED) : undefined
const source = readFileSync(ENGINE, 'utf8').slice(BEFORE_EXPRESSION.length)
const script = new Script(`(${source})`, { filename: ENGINE, cachedData })
// a help compiles little of it, and would be what all later runs begin with
const isWorthKeeping = process.argv.length > 3
if (keeps && isWorthKeeping && (cachedData === undefined || script.cachedDataRejected))
  process.on('exit', () => {
    const beside = `${COMPILED}.${process.pid}`
    try {
      writeFileSync(beside, script.createCachedData())
      renameSync(beside, COMPILED)
    } catch {}
  })
script.runInThisContext()(createRequire(__filename), { exports: {} }, Buffer, pathToFileURL(__filename).href).runProgram()
