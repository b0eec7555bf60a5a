/** Settings of the identity provider: a mistake is told at the start, not at the first token. */
import t from 'tap'
import { readConfig } from '../../../shared/platform/config/config.ts'

const read = (env: Record<string, string>): string => {
  const outcome = readConfig(env, { coreCount: 1, memoryBytes: 2 ** 30 })
  return outcome.ok ? 'good' : outcome.mistakes.join('\n')
}
const good = { OIDC_ISSUER: 'https://issuer.example', OIDC_AUDIENCE: 'schedules' }

t.test('issuers are https, or on this machine', async t => {
  for (const issuer of ['https://a.example/tenant/', 'https://a.example,https://b.example', 'http://127.0.0.1:8081']) {
    t.equal(read({ ...good, OIDC_ISSUER: issuer }), 'good', issuer)
  }
  for (const issuer of [
    'http://issuer.example',
    'issuer.example',
    'ftp://127.0.0.1',
    'https://user:secret@issuer.example',
    'https://a.example, http://b.example',
    'http://127.0.0.1.evil.example',
    ',',
  ]) {
    t.match(read({ ...good, OIDC_ISSUER: issuer }), /^OIDC_ISSUER=/, issuer)
  }
})

t.test('the public address is an origin to which tokens may travel', async t => {
  for (const address of ['https://schedules.example', 'https://schedules.example:8443', 'http://127.0.0.1:8080']) {
    t.equal(read({ PUBLIC_URL: address }), 'good', address)
  }
  for (const address of [
    'https://schedules.example/',
    'https://schedules.example/v1',
    'https://Schedules.example',
    'http://schedules.example',
    'schedules.example',
    'https://user@schedules.example',
  ]) {
    t.match(read({ PUBLIC_URL: address }), /^PUBLIC_URL=/, address)
  }
})

t.test('only algorithms with public keys can be listed', async t => {
  t.equal(read({ ...good, OIDC_ALGORITHMS: 'ES256, EdDSA' }), 'good')
  for (const list of ['HS256', 'RS256,none', 'rs256', ' , ']) {
    t.match(read({ ...good, OIDC_ALGORITHMS: list }), /^OIDC_ALGORITHMS=/, list)
  }
})

t.test('settings that are of no use alone name what they need', async t => {
  t.equal(read({ OIDC_ISSUER: good.OIDC_ISSUER }), 'OIDC_ISSUER needs OIDC_AUDIENCE')
  t.equal(read({ OIDC_CLIENT_ID: 'web' }), 'OIDC_CLIENT_ID needs OIDC_ISSUER\nOIDC_CLIENT_ID needs OIDC_REDIRECT_URI')
  t.equal(read({ ...good, OIDC_CLIENT_ID: 'web' }), 'OIDC_CLIENT_ID needs OIDC_REDIRECT_URI')
  const redirect = 'https://schedules.example/api/v1/auth/callback'
  t.equal(read({ ...good, OIDC_CLIENT_ID: 'web', OIDC_REDIRECT_URI: redirect }), 'good')
})
