/** Headers of a page that is only read: it loads styles of this origin, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const READ_ONLY_PAGE = Object.freeze({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })
