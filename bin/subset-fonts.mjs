// The letters of Czech, Hungarian, Polish, Romanian and Turkish, and the signs of currencies, out of the file in which Inter
// has all Latin letters of the world: 15 kB instead of 85.
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from './ensure.mjs'

const SOURCE = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
)
/** As in src/ui/fonts.css. */
const RANGES = [
  [0x100, 0x17f],
  [0x218, 0x21b],
  [0x20a0, 0x20c0],
]

/** Writes .cache/fonts/inter-central-europe.woff2, unless it is newer than its source and this file. */
export async function subsetFonts() {
  const folder = join(ROOT, '.cache', 'fonts')
  const file = join(folder, 'inter-central-europe.woff2')
  const [made, ...sources] = await Promise.all([file, SOURCE, import.meta.filename].map(timeOf))
  if (made > Math.max(...sources)) return
  const { default: subset } = await import('subset-font')
  const letters = RANGES.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n))
  await mkdir(folder, { recursive: true })
  await writeFile(
    file,
    await subset(await readFile(SOURCE), String.fromCodePoint(...letters), { targetFormat: 'woff2' }),
  )
}

const timeOf = (path) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
