/**
 * The images that the service is built on and runs with. images.json names each once, with its tag and, if pinned, its digest.
 * Dockerfile, compose.yaml, the kustomization and env.example are written from it (`npm run images`).
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const IMAGES_FILE = fileURLToPath(new URL('./images.json', import.meta.url))

export interface Image {
  readonly name: string
  readonly tag: string
  /** sha256:...; null = by its tag alone. */
  readonly digest: string | null
}
export type Images = Readonly<Record<'node' | 'redis', Image>>

export const readImages = (): Images => JSON.parse(readFileSync(IMAGES_FILE, 'utf8'))

/** As engines take it; with a digest the tag is for readers. */
export const reference = ({ name, tag, digest }: Image): string =>
  `${name}:${tag}${digest === null ? '' : `@${digest}`}`

/** The entry of a kustomization, which takes a digest or a tag, not both. */
const entry = ({ name, tag, digest }: Image): string =>
  `  - name: ${name}\n    newName: ${name}\n    ${digest === null ? `newTag: ${tag}` : `digest: ${digest} # ${tag}`}\n`

interface Place {
  /** Below the root of the repository. */
  readonly path: string
  readonly pattern: RegExp
  readonly text: (images: Images) => string
}

const PLACES: readonly Place[] = [
  {
    path: 'deploy/Dockerfile',
    pattern: /^ARG NODE_IMAGE=.*\n/m,
    text: ({ node }) => `ARG NODE_IMAGE=${reference(node)}\n`,
  },
  {
    path: 'deploy/compose.yaml',
    pattern: /image: \$\{REDIS_IMAGE:-.*\}\n/,
    text: ({ redis }) => `image: \${REDIS_IMAGE:-${reference(redis)}}\n`,
  },
  {
    path: 'deploy/kubernetes/base/kustomization.yaml',
    pattern: / {2}- name: redis\n {4}newName: .*\n {4}(newTag|digest): .*\n/,
    text: ({ redis }) => entry(redis),
  },
]

/** path -> the text that it should have. Throws where a place has no mark any more. */
export function written(images: Images, read: (path: string) => string): Map<string, string> {
  return new Map(
    PLACES.map(({ path, pattern, text }) => {
      const before = read(path)
      if (!pattern.test(before)) throw new Error(`${path} has no line for an image: ${pattern}`)
      return [path, before.replace(pattern, () => text(images))]
    }),
  )
}
