// `npm run office-pictures`: the pictures of docs/operate.md, taken anew. The test of an owner's first day takes one of every step;
// of these some are kept, as small WebP.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { NODE, ROOT, run } from './ensure.mjs'
import { readGiven } from './usage.mjs'

readGiven(
  'office-pictures',
  `npm run office-pictures

  takes the pictures of docs/operate.md anew`,
)

/** What the test calls the step, and how many pixels of its height are kept. */
const KEPT = {
  welcome: 900,
  'today-empty': 900,
  methods: 620,
  'product-draft': 900,
  'keys-import': 900,
  order: 900,
  refund: 900,
  'order-replaced': 900,
}
const WIDTH = 960

const folder = await mkdtemp(join(tmpdir(), 'office-pictures-'))
const test = [join(ROOT, 'bin', 'test.mjs'), 'e2e/office-journey.spec.ts']
const code = await run(NODE, test, { ...process.env, PICTURES_TO: folder })
if (code === 0) {
  const files = await readdir(folder)
  for (const [name, height] of Object.entries(KEPT)) {
    const file = files.find((one) => one.replace(/^\d+-/, '') === `${name}-1280.png`)
    if (!file) throw new Error(`the test took no picture of ${name}`)
    const picture = sharp(join(folder, file))
    const { width, height: whole } = await picture.metadata()
    await picture
      .extract({ left: 0, top: 0, width, height: Math.min(whole, height) })
      .resize({ width: WIDTH })
      .webp({ quality: 82 })
      .toFile(join(ROOT, 'docs', 'images', `office-${name}.webp`))
  }
}
await rm(folder, { recursive: true })
process.exit(code)
