/**
 * The digest that a registry has for a tag, by the API of the OCI distribution specification: a HEAD of the manifest, with a token if the registry requires
 * one. An index of several platforms has one digest, so each machine takes its own image.
 */
const HUB = 'https://registry-1.docker.io'
const ACCEPT = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')
const SECONDS_MAX = 30

/** redis -> library/redis of Docker Hub; registry.example:5000/team/redis -> team/redis there. */
export function placeOf(name: string): { readonly registry: string; readonly repository: string } {
  const [host = '', ...rest] = name.split('/')
  if (rest.length > 0 && /[.:]|^localhost$/.test(host))
    return { registry: `https://${host}`, repository: rest.join('/') }
  return { registry: HUB, repository: rest.length > 0 ? name : `library/${name}` }
}

/** registry: another one than that of the name, for a mirror. Throws with what the registry said. */
export async function digestOf(name: string, tag: string, mirror?: string): Promise<string> {
  const { registry, repository } = placeOf(name)
  const url = `${mirror ?? registry}/v2/${repository}/manifests/${tag}`
  const request = (headers: Record<string, string>): Promise<Response> =>
    fetch(url, {
      method: 'HEAD',
      headers: { accept: ACCEPT, ...headers },
      signal: AbortSignal.timeout(SECONDS_MAX * 1000),
    })
  let answer = await request({})
  if (answer.status === 401) {
    const token = await tokenFor(answer.headers.get('www-authenticate') ?? '', repository)
    answer = await request({ authorization: `Bearer ${token}` })
  }
  const digest = answer.headers.get('docker-content-digest') ?? ''
  if (!answer.ok || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${url}: the registry answered ${answer.status} and ${digest === '' ? 'no digest' : digest}`)
  return digest
}

/** challenge: Bearer realm="https://...",service="...",scope="..." */
async function tokenFor(challenge: string, repository: string): Promise<string> {
  const parts = Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  if (parts.realm === undefined) throw new Error(`the registry asks for "${challenge}", which is not known here`)
  const url = new URL(parts.realm)
  url.searchParams.set('scope', parts.scope ?? `repository:${repository}:pull`)
  if (parts.service !== undefined) url.searchParams.set('service', parts.service)
  const answer = await fetch(url, { signal: AbortSignal.timeout(SECONDS_MAX * 1000) })
  if (!answer.ok) throw new Error(`${url.origin}: no token (${answer.status})`)
  const { token, access_token: other } = (await answer.json()) as { token?: string; access_token?: string }
  return token ?? other ?? ''
}
