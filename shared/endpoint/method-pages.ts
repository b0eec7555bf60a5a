/** Where the page of a method is served, by the id of its row: what catalogue and results link to. */

/** The rules that all methods share stand here, the page of a method one step below. */
export const METHOD_PAGES_PATH = '/docs/methods'

/** Name of a page and of its folder: the last part of the id, "dcma-14-point" of "health.dcma-14-point". */
export const methodName = (id: string): string => id.slice(id.indexOf('.') + 1)

export const methodPath = (id: string): string => `${METHOD_PAGES_PATH}/${methodName(id)}`

/** Heading anchor of a check on the page of its method. */
export const checkAnchor = (code: string): string => code.toLowerCase()

export const checkPath = (id: string, code: string): string => `${methodPath(id)}#${checkAnchor(code)}`
