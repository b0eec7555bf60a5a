// Loaded by --import before a process of the service: tells whoever forked it of each package of OpenTelemetry that is loaded.
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    const [, name] = /node_modules\/(@opentelemetry\/[^/]+)/.exec(url) ?? []
    if (name !== undefined) process.send?.({ event: 'loaded', name })
    return next(url, context)
  },
})
