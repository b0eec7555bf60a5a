// Puts the interactive reference into the page, and the plain list away once it stands.
// Runs in the browser; SwaggerUIBundle comes from the script before this one.
const reference = document.getElementById('reference')
const plain = document.getElementById('plain')

globalThis.SwaggerUIBundle({
  url: reference.dataset.document,
  domNode: reference,
  presets: [globalThis.SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  // would ask another host whether the document is valid
  validatorUrl: null,
  // keys stay in the memory of this page
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
