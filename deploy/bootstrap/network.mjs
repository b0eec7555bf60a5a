// Whether the registry of packages can be reached: without it npm tries for minutes and says nothing meanwhile.
import { connect } from 'node:net'

const ANSWER_MS_MAX = 5_000

/** Where npm connects to first: its registry, or the proxy before it. npm tells what its own files say in the environment of its scripts. */
function firstHost(env) {
  const registry = env.npm_config_registry || 'https://registry.npmjs.org/'
  const own = registry.startsWith('http:') ? [] : [env.npm_config_https_proxy, env.HTTPS_PROXY, env.https_proxy]
  const proxy = [...own, env.npm_config_proxy, env.HTTP_PROXY, env.http_proxy, env.PROXY, env.proxy].find(Boolean)
  // who sets exceptions of a proxy has a network
  const isProxied = proxy && !(env.npm_config_noproxy || env.NO_PROXY || env.no_proxy)
  const { protocol, hostname, port } = new URL(isProxied ? proxy : registry)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    name: isProxied ? `the proxy ${hostname}:${port || 80} of HTTPS_PROXY or npm` : hostname,
  }
}

/** undefined: it answers, or cannot be asked; else a clause that says what does not, and why. */
export function whyUnreachable(env = process.env) {
  let first
  try {
    first = firstHost(env)
  } catch {
    return undefined // an address that npm will refuse with its own words
  }
  const { host, port, name } = first
  return new Promise(resolve => {
    const socket = connect({ host, port, timeout: ANSWER_MS_MAX })
    const end = why => {
      socket.destroy()
      resolve(why && `${name} cannot be reached (${why})`)
    }
    socket.once('connect', () => end())
    socket.once('timeout', () => end(`no answer in ${ANSWER_MS_MAX / 1000} s`))
    socket.once('error', error => end(error.code))
  })
}
