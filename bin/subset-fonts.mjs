// Inter as the shop needs it: the weights between normal and bold, the features that its pages use, and the letters of
// Czech, Hungarian, Polish, Romanian and Turkish, and the signs of currencies, out of the file that has all Latin letters
// of the world. A first page waits for 28 kB instead of 48, in Czech for 42 instead of 133.
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from './ensure.mjs'

/** Our name, the package's, and the characters: as in src/ui/fonts.css. */
const FACES = [
  {
    name: 'latin',
    from: 'latin',
    ranges: [
      [0x0, 0xff],
      [0x131],
      [0x152, 0x153],
      [0x2bb, 0x2bc],
      [0x2c6],
      [0x2da],
      [0x2dc],
      [0x304],
      [0x308],
      [0x329],
      [0x2000, 0x206f],
      [0x20ac],
      [0x2122],
      [0x2191],
      [0x2193],
      [0x2212],
      [0x2215],
      [0xfeff],
      [0xfffd],
    ],
  },
  {
    name: 'central-europe',
    from: 'latin-ext',
    ranges: [
      [0x100, 0x17f],
      [0x218, 0x21b],
      [0x20a0, 0x20c0],
    ],
  },
  { name: 'cyrillic', from: 'cyrillic', ranges: [[0x301], [0x400, 0x45f], [0x490, 0x491], [0x4b0, 0x4b1], [0x2116]] },
]

const OPTIONS = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  // Kerning, accents, figures of one width, and marks between figures or capitals at their height.
  keepFeatures: ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'calt'],
}

/** Writes .cache/fonts/inter-*.woff2, unless they are newer than their sources and this file. */
export async function subsetFonts() {
  const folder = join(ROOT, '.cache', 'fonts')
  await mkdir(folder, { recursive: true })
  await Promise.all(FACES.map((face) => subsetFace(face, folder)))
}

async function subsetFace({ name, from, ranges }, folder) {
  const source = createRequire(import.meta.url).resolve(
    `@fontsource-variable/inter/files/inter-${from}-wght-normal.woff2`,
  )
  const file = join(folder, `inter-${name}.woff2`)
  const [made, ...sources] = await Promise.all([file, source, import.meta.filename].map(timeOf))
  if (made > Math.max(...sources)) return
  const { default: subset } = await import('subset-font')
  const letters = ranges.flatMap(([first, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, n) => first + n),
  )
  await writeFile(file, await subset(await readFile(source), String.fromCodePoint(...letters), OPTIONS))
}

const timeOf = (path) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
