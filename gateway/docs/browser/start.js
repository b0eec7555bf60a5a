// Puts the interactive reference into the page, and the plain list away once it stands.
// Runs in the browser; SwaggerUIBundle comes from the script before this one.
const reference = document.getElementById('reference')
const plain = document.getElementById('plain')

/** Keys and tokens by the name of their scheme, as long as this tab is open: a reload keeps them, another tab has none. */
const CREDENTIALS = 'schedule-service-credentials'

const readCredentials = () => {
  try {
    return JSON.parse(sessionStorage.getItem(CREDENTIALS) ?? '{}')
  } catch {
    return {}
  }
}

const writeCredentials = credentials => {
  try {
    sessionStorage.setItem(CREDENTIALS, JSON.stringify(credentials))
  } catch {
    // storage is shut in this browser: the key lives until the reload
  }
}

/** What people look for: without paths that were served once, and without preflights, which browsers send by themselves. */
function shown(described) {
  const paths = Object.entries(described.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).filter(([method, { deprecated }]) => method !== 'options' && deprecated !== true),
    ),
  ])
  const kept = paths.filter(([, methods]) => Object.keys(methods).length > 0)
  const used = new Set(kept.flatMap(([, methods]) => Object.values(methods).flatMap(({ tags }) => tags)))
  return {
    ...described,
    paths: Object.fromEntries(kept),
    tags: described.tags.filter(({ name }) => used.has(name)),
    // where this page came from, also behind a proxy that serves it under a longer path
    servers: [{ url: new URL('.', location.href).href.replace(/\/$/, '') }],
  }
}

/** Every word must be found somewhere in the title, the path, the summary, the description or the chapter of an operation. */
function matching(taggedOperations, phrase) {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = (operation, tag) => {
    const told = ['summary', 'description', 'operationId'].map(name => operation.getIn(['operation', name]) ?? '')
    const text = [tag, operation.get('path'), operation.get('method'), ...told].join(' ').toLowerCase()
    return words.every(word => text.includes(word))
  }
  return taggedOperations
    .map((group, tag) =>
      group.update('operations', operations => operations.filter(operation => isFound(operation, tag))),
    )
    .filter(group => group.get('operations').size > 0)
}

const ours = ({ React }) => ({
  fn: { opsFilter: matching },
  components: {
    // a link within a button cannot be reached by everybody; the address follows what is opened all the same
    DeepLink: ({ text }) => React.createElement('span', null, text),
    // there is one: where the page came from
    ServersContainer: () => null,
  },
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: original => payload => {
          const given = Object.entries(payload).map(([name, { value }]) => [name, value])
          writeCredentials({ ...readCredentials(), ...Object.fromEntries(given) })
          return original(payload)
        },
        logout: original => names => {
          writeCredentials(Object.fromEntries(Object.entries(readCredentials()).filter(([name]) => !names.includes(name))))
          return original(names)
        },
      },
    },
  },
})

const SEARCH = 'Search titles, paths and summaries'

/** What the reference leaves without a name, or gives a role it does not have, for those who hear the page. */
const NAMES = [
  ['.operation-filter-input', SEARCH],
  ['.close-modal', 'Close'],
  ['.parameters-col_description select', 'Value'],
  ['.body-param__text, textarea', 'Request body'],
  ['select.content-type', 'Media type'],
  ['.copy-to-clipboard button', 'Copy'],
  ['.response-control-media-type select', 'Media type of the answer'],
  ['.examples-select select, .examples__title + div select', 'Example'],
]

function nameControls() {
  const search = reference.querySelector('.operation-filter-input')
  if (search !== null && search.placeholder !== SEARCH) search.placeholder = SEARCH
  for (const [selector, name] of NAMES) {
    for (const control of reference.querySelectorAll(selector)) {
      if (!control.hasAttribute('aria-label') && !control.labels?.length) control.setAttribute('aria-label', name)
    }
  }
  // their text says what they do, and their label something else
  for (const button of reference.querySelectorAll('.modal-btn[aria-label]')) button.removeAttribute('aria-label')
  // what scrolls can be scrolled with the keyboard
  for (const code of reference.querySelectorAll('pre.microlight:not([tabindex])')) code.tabIndex = 0
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
followScheme()
dark.addEventListener('change', followScheme)
new MutationObserver(nameControls).observe(reference, { childList: true, subtree: true })

const ui = described =>
  globalThis.SwaggerUIBundle({
    spec: shown(described),
    domNode: reference,
    presets: [globalThis.SwaggerUIBundle.presets.apis],
    plugins: [ours],
    layout: 'BaseLayout',
    // would ask another host whether the document is valid
    validatorUrl: null,
    // it would keep keys beyond the tab; see CREDENTIALS
    persistAuthorization: false,
    queryConfigEnabled: false,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: true,
    onComplete() {
      plain.hidden = true
    },
  })

// without the document the plain list stays
const answer = await fetch(reference.dataset.document)
const made = ui(await answer.json())
for (const [name, value] of Object.entries(readCredentials())) made.preauthorizeApiKey(name, value)
