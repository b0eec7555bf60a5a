#!/usr/bin/env node
// Bootstrap behind `npm start` and `npm test`. Runs on any Node >= 18, needs no
// packages. Provides (1) the pinned Node, (2) node_modules installed under that
// Node, (3) a redis-server binary; then runs the command given in argv.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...p) => join(root, ...p);
const say = (m) => process.stderr.write(`[run] ${m}\n`);
const die = (m) => { process.stderr.write(`[run] ${m}\n`); process.exit(1); };

const env = { ...process.env };

// --- 1. Node ---------------------------------------------------------------
const wantMajor = 22, minMinor = 19; // undici 8 needs 22.19; type stripping is on from 22.18
const suits = (v) => { const [a, b] = v.split('.').map(Number); return a === wantMajor && b >= minMinor; };
const pinned = at('deploy/runtime/node_modules/.bin/node');

function npm(node, args, cwd) {
  const cli = process.env.npm_execpath?.endsWith('npm-cli.js') ? [node, process.env.npm_execpath] : ['npm'];
  const e = { ...env, PATH: dirname(node) + delimiter + env.PATH };
  for (const k of Object.keys(e)) // the outer npm's run-script variables would confuse the inner npm
    if (/^npm_(package|lifecycle|command|config_local_prefix)/.test(k)) delete e[k];
  const r = spawnSync(cli[0], [...cli.slice(1), ...args], { cwd, env: e, stdio: ['ignore', 2, 2] });
  if (r.status !== 0) die(`npm ${args.join(' ')} failed in ${cwd}`);
}

const sha = (...files) => {
  const h = createHash('sha256');
  for (const f of files) h.update(readFileSync(f));
  return h.digest('hex').slice(0, 16);
};
const stampOk = (file, text) => existsSync(file) && readFileSync(file, 'utf8') === text;

function locked(work) { // two commands started together on a fresh clone must not install at once
  const lock = at('.bootstrap.lock');
  for (;;) {
    try { writeFileSync(lock, String(process.pid), { flag: 'wx' }); break; } catch (e) {
      if (e.code !== 'EEXIST') throw e;
      try { process.kill(Number(readFileSync(lock, 'utf8')), 0); } catch (e) {
        if (e.code === 'ESRCH') rmSync(lock, { force: true }); // its owner is gone
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    }
  }
  const free = () => rmSync(lock, { force: true });
  process.on('exit', free); // die() inside work()
  try { work(); } finally { free(); process.off('exit', free); }
}

let node = process.execPath;
if (!suits(process.versions.node)) {
  const stampFile = at('deploy/runtime/node_modules/.stamp'), stamp = sha(at('deploy/runtime/package-lock.json'));
  if (!stampOk(stampFile, stamp)) locked(() => {
    if (stampOk(stampFile, stamp)) return;
    say(`Node ${process.versions.node} here; fetching the pinned Node ${wantMajor}`);
    npm(process.execPath, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], at('deploy/runtime'));
    if (!existsSync(pinned)) die(`no pinned Node for ${process.platform}-${process.arch}; install Node >= ${wantMajor}.${minMinor} and run again`);
    writeFileSync(stampFile, stamp);
  });
  node = pinned;
}

// --- 2. packages -------------------------------------------------------------
{
  const stampFile = at('node_modules/.stamp');
  const stamp = `${sha(at('package-lock.json'))} node${wantMajor} ${process.platform}-${process.arch}`;
  if (!stampOk(stampFile, stamp)) locked(() => {
    if (stampOk(stampFile, stamp)) return;
    say('installing packages (npm ci)');
    npm(node, ['ci', '--no-audit', '--no-fund'], root);
    // .taprc drops a tap plugin: tap must rebuild its Test class once (offline, 3 s),
    // else the first run still uses the old set of plugins.
    if (existsSync(at('node_modules/.bin/tap'))) spawnSync(node, [at('node_modules/.bin/tap'), 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
    writeFileSync(stampFile, stamp);
  });
}

// --- 3. redis ----------------------------------------------------------------
const onPath = (name) => (env.PATH ?? '').split(delimiter).map((d) => join(d, name)).find(existsSync);
function findRedis() {
  return env.REDIS_SERVER || onPath('redis-server') || onPath('valkey-server')
    || (existsSync(at('.redis/redis-server')) ? at('.redis/redis-server') : undefined);
}
function unpackRedis() { // unprivileged: apt fetches (and verifies) the packages, dpkg-deb unpacks them
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return;
  say('no redis-server on PATH; unpacking the Debian package into .redis/');
  const apt = at('.redis/apt');
  mkdirSync(join(apt, 'lists/partial'), { recursive: true });
  mkdirSync(join(apt, 'cache/archives/partial'), { recursive: true });
  const opt = ['-qq', '-o', `Dir::State::Lists=${apt}/lists`, '-o', `Dir::Cache=${apt}/cache`, '-o', 'Debug::NoLocking=1',
    '-o', 'APT::Sandbox::User=', '-o', 'APT::Install-Recommends=false'];
  const sh = (cmd, args, o = {}) => spawnSync(cmd, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 2], ...o });
  if (sh('apt-get', [...opt, 'update']).status !== 0) return;
  const uris = sh('apt-get', [...opt, '--print-uris', 'install', 'redis-server']).stdout ?? '';
  const names = [...uris.matchAll(/^'[^']+' ([^_]+)_/gm)].map((m) => m[1]);
  if (!names.includes('redis-server')) return;
  if (sh('apt-get', [...opt, 'download', ...names], { cwd: apt }).status !== 0) return;
  for (const f of readdirSync(apt).filter((f) => f.endsWith('.deb')))
    if (sh('dpkg-deb', ['-x', join(apt, f), at('.redis/root')]).status !== 0) return;
  writeFileSync(at('.redis/redis-server'), '#!/bin/sh\nd=$(dirname "$(readlink -f "$0")")/root/usr\n'
    + 'LD_LIBRARY_PATH=$(echo "$d"/lib/*-linux-gnu* | tr " " ":") exec "$d/bin/redis-server" "$@"\n', { mode: 0o755 });
  rmSync(apt, { recursive: true });
}
if (!env.REDIS_URL) {
  if (!findRedis()) locked(() => { if (!findRedis()) unpackRedis(); });
  env.REDIS_SERVER = findRedis();
  if (!env.REDIS_SERVER) die('redis-server is missing. Install it (Debian: apt-get install redis-server; macOS: brew install redis) or set REDIS_URL.');
}

// --- 4. the command ----------------------------------------------------------
env.PATH = [dirname(node), at('node_modules/.bin'), env.PATH].join(delimiter);
const [cmd, ...args] = process.argv.slice(2);
const file = cmd === 'node' ? node : at('node_modules/.bin', cmd);
// The .bin scripts are plain JS with a node shebang: run them with the right Node explicitly.
const argv = cmd === 'node' ? args : [file, ...args];
if (typeof process.execve === 'function' && node === process.execPath) {
  process.execve(node, [node, ...argv], env); // replaces this process; never returns
}
const child = spawn(node, argv, { cwd: root, env, stdio: 'inherit' });
for (const s of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']) process.on(s, () => child.kill(s));
child.on('exit', (code, signal) => {
  if (signal) { process.removeAllListeners(signal); process.kill(process.pid, signal); } else process.exit(code);
});
