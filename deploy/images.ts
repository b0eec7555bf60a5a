/**
 * `npm run images`: writes the images of images/images.json into Dockerfile, compose.yaml and the kustomization. With --pin it first reads
 * the digest of each tag from the registry and writes it to images.json; --mirror URL reads from another registry.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { IMAGES_FILE, type Image, type Images, readImages, reference, written } from './images/places.ts'
import { digestOf } from './images/registry.ts'
import { refuse } from './terminal.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

const USAGE = `npm run images -- [--pin] [--mirror https://registry.example]

Writes the images of deploy/images/images.json into Dockerfile, compose.yaml and the kustomization.

  --pin         first reads the digest of each tag from its registry
  --mirror URL  reads from this registry instead`

function options() {
  try {
    return parseArgs({
      options: { pin: { type: 'boolean' }, mirror: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    }).values
  } catch (error) {
    return refuse(`${(error as Error).message}\n${USAGE}`, 2)
  }
}

async function pinned(images: Images, mirror: string | undefined): Promise<Images> {
  const pin = async ([key, image]: [string, Image]) =>
    [key, { ...image, digest: await digestOf(image.name, image.tag, mirror) }] as const
  return Object.fromEntries(await Promise.all(Object.entries(images).map(pin))) as Images
}

const { pin, mirror, help } = options()
if (help === true) {
  process.stdout.write(`${USAGE}\n`)
  process.exit(0)
}
try {
  const images = pin === true ? await pinned(readImages(), mirror) : readImages()
  for (const [path, text] of written(images, path => readFileSync(at(path), 'utf8'))) writeFileSync(at(path), text)
  if (pin === true) {
    const lines = Object.entries(images).map(([key, image]) => `  ${JSON.stringify(key)}: ${spaced(image)}`)
    writeFileSync(IMAGES_FILE, `{\n${lines.join(',\n')}\n}\n`)
  }
  for (const image of Object.values(images)) process.stdout.write(`${reference(image)}\n`)
} catch (error) {
  refuse(`Nothing was changed: ${(error as Error).message}`, 1)
}

/** One line, as the formatter of this repository leaves it. */
function spaced({ name, tag, digest }: Image): string {
  return `{ "name": ${JSON.stringify(name)}, "tag": ${JSON.stringify(tag)}, "digest": ${JSON.stringify(digest)} }`
}
