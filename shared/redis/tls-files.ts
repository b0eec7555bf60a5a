/**
 * The files that REDIS_TLS_CA, REDIS_TLS_CERT and REDIS_TLS_KEY name: what is wrong with them at the start, when they end, and what a connection
 * takes of them. They are looked at again for each connection, so a renewed certificate needs no restart; one that cannot be used leaves
 * the last one that could.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { type ConnectionOptions, createSecureContext, type SecureContext } from 'node:tls'
import type { Config } from '../config/config.ts'
import { processSettings } from '../config/process-settings.ts'
import { address } from '../config/redis-address.ts'

const FILES = ['redisTlsCa', 'redisTlsCert', 'redisTlsKey'] as const
type File = (typeof FILES)[number]
export type TlsSettings = Pick<Config, 'redisUrl' | File | 'redisTlsName'>

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** What stands in the way of the settings, a sentence each, as those of readConfig. */
export function tlsMistakes(settings: TlsSettings, nowMs: number): string[] {
  const given = [...FILES, 'redisTlsName' as const].filter(name => settings[name] !== undefined)
  if (given.length === 0 || settings.redisUrl === undefined) return []
  if (address(settings.redisUrl).options.tls === undefined) {
    const names = given.map(name => processSettings[name].env).join(', ')
    return [
      `${names} given, but REDIS_URL asks for no TLS: it must begin with rediss://, rediss-cluster:// or rediss-sentinel://`,
    ]
  }
  const mistakes: string[] = []
  for (const name of FILES) {
    const path = settings[name]
    if (path === undefined) continue
    const what = mistakeIn(name, path, nowMs)
    if (what !== undefined) mistakes.push(`${processSettings[name].env}=${JSON.stringify(path)}: ${what}`)
  }
  if (mistakes.length === 0 && settings.redisTlsCert !== undefined && settings.redisTlsKey !== undefined) {
    const [certificate] = certificatesIn(settings.redisTlsCert)
    if (!certificate!.checkPrivateKey(createPrivateKey(readFileSync(settings.redisTlsKey))))
      mistakes.push(`REDIS_TLS_KEY=${JSON.stringify(settings.redisTlsKey)}: is not the key of REDIS_TLS_CERT`)
  }
  return mistakes
}

/** The first certificate is the one that is shown. Of authorities one that can be used is enough. */
function mistakeIn(name: File, path: string, nowMs: number): string | undefined {
  try {
    if (name === 'redisTlsKey') {
      createPrivateKey(readFileSync(path))
      return undefined
    }
    const all = certificatesIn(path)
    if (all.length === 0) return 'holds no certificate (PEM)'
    const used = name === 'redisTlsCert' ? all.slice(0, 1) : all
    const whys = used.map(certificate => outOfTime(certificate, nowMs))
    return whys.includes(undefined) ? undefined : whys[0]
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`
  }
}

function outOfTime({ subject, validFromDate, validToDate }: X509Certificate, nowMs: number): string | undefined {
  const who = `the certificate of ${subject.replaceAll('\n', ', ')}`
  if (validToDate.getTime() < nowMs) return `${who} ended on ${validToDate.toISOString()}`
  if (validFromDate.getTime() > nowMs) return `${who} begins on ${validFromDate.toISOString()}`
  return undefined
}

const certificatesIn = (path: string): X509Certificate[] =>
  [...readFileSync(path, 'latin1').matchAll(PEM)].map(([text]) => new X509Certificate(text))

/** When the certificate of this process ends, and the last one of the authorities; files that cannot be read now are left out. */
export function fileEnds(settings: TlsSettings): { readonly what: string; readonly endMs: number }[] {
  return (['redisTlsCa', 'redisTlsCert'] as const).flatMap(name => {
    const path = settings[name]
    if (path === undefined) return []
    try {
      const all = certificatesIn(path)
      const used = name === 'redisTlsCert' ? all.slice(0, 1) : all
      if (used.length === 0) return []
      const endMs = Math.max(...used.map(({ validToDate }) => validToDate.getTime()))
      return [{ what: `${processSettings[name].env} (${path})`, endMs }]
    } catch {
      return []
    }
  })
}

/** What connect() takes; undefined where no setting says anything of TLS. Throws when the files cannot be used. */
export function redisTls(settings: TlsSettings): ConnectionOptions | undefined {
  const { redisTlsName: servername } = settings
  const paths = FILES.flatMap(name => settings[name] ?? [])
  if (paths.length === 0) return servername === undefined ? undefined : { servername }
  const stateNow = (): string => paths.map(path => `${statSync(path).mtimeMs} ${statSync(path).ino}`).join()
  const read = (path: string | undefined) => (path === undefined ? undefined : readFileSync(path))
  const contextNow = (): SecureContext =>
    createSecureContext({
      ca: read(settings.redisTlsCa),
      cert: read(settings.redisTlsCert),
      key: read(settings.redisTlsKey),
    })
  let state = stateNow()
  let context = contextNow()
  return {
    ...(servername !== undefined && { servername }),
    get secureContext() {
      try {
        const now = stateNow()
        if (now !== state) {
          context = contextNow()
          state = now
        }
      } catch {
        // they are being written: asked again by the next connection
      }
      return context
    },
  }
}
