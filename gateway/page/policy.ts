/** What the page at / may load: scripts, workers, styles and answers of this origin, and nothing else of anywhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const PAGE_POLICY = Object.freeze({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })
