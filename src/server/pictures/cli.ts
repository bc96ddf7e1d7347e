// `npm run pictures -- set product SLUG FILE`, `set banner ID FILE`, `set news ID FILE`, `clear …` and `list`: beside a running
// shop or without it. It stands above the rooms: pictures know nothing of what shows them.
import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Command, CommandError, runCommand } from '#platform/command.ts'
import type { Transaction } from '#platform/database/database.ts'
import { textIn } from '#platform/i18n/text-in.ts'
import { machineUser } from '#platform/machine-user.ts'
import { type Audited, audit } from '#rooms/audit/hands.ts'
import { bannerRows, newsTitles, setBannerPicture, setNewsPicture } from '#rooms/content/hands.ts'
import { PictureRefused, storePicture } from '#rooms/pictures/hands.ts'
import { MOST_BYTES } from '#rooms/pictures/limits.ts'
import { picturedProducts, setProductPicture } from '#rooms/products/hands.ts'

const USAGE = `npm run pictures -- set product SLUG FILE [--by NAME]
npm run pictures -- set banner ID FILE [--rtl] [--by NAME]
npm run pictures -- set news ID FILE [--by NAME]
npm run pictures -- clear product SLUG | banner ID [--rtl] | news ID [--by NAME]
npm run pictures -- list

  set    shows this picture (PNG, JPEG, WebP or AVIF, up to 5 MB) instead of the one that the shop draws
  clear  shows the drawn picture again; what nothing shows any more is deleted a day later
  list   products with an uploaded picture, all banners and news with what they show
  --rtl  the banner's picture for languages that are read from the right, where it needs one of its own
  --by   who does it; without it the user of this machine`

await runCommand('pictures', async (command) => {
  const { values, positionals } = parseArgs({
    args: command.args,
    allowPositionals: true,
    options: {
      rtl: { type: 'boolean', default: false },
      by: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [task, kind, name, file, ...more] = positionals
  if (values.help) {
    command.say(USAGE)
    return 0
  }
  if (task === 'list' && kind === undefined && !values.rtl) return list(command)
  const wellFormed = (task === 'set') === (file !== undefined) && more.length === 0
  if ((task === 'set' || task === 'clear') && name !== undefined && wellFormed) {
    const shown = shownBy(kind, name, values.rtl)
    if (shown) return change(command, shown, file, machineUser(values.by))
  }
  throw new CommandError(`this is no task of mine:\n${USAGE}`)
})

interface Shown {
  called: string
  act: 'product.picture' | 'banner.picture' | 'news.picture'
  field: 'picture' | 'rtlPicture'
  /** Undefined: it is not there. */
  show(tx: Transaction, pictureId: string | null): Promise<Audited['subject'] | undefined>
}

function shownBy(kind: string | undefined, name: string, rtl: boolean): Shown | undefined {
  const called = `${kind} ${name}`
  const field = rtl ? 'rtlPicture' : 'picture'
  if (kind === 'product' && !rtl)
    return {
      ...{ called, act: 'product.picture', field },
      async show(tx, picture) {
        const product = await setProductPicture(tx, name, picture)
        return product && { kind, id: String(product.id) }
      },
    }
  if (kind !== 'banner' && kind !== 'news') return undefined
  const id = /^[1-9]\d{0,8}$/.test(name) ? Number(name) : undefined
  if (id === undefined) throw new CommandError(`${name} is no number of a ${kind} item; \`list\` says them`)
  if (kind === 'news' && rtl) return undefined
  const set = (tx: Transaction, picture: string | null) =>
    kind === 'banner' ? setBannerPicture(tx, id, picture, rtl) : setNewsPicture(tx, id, picture)
  return {
    ...{ called, act: `${kind}.picture`, field },
    show: async (tx, picture) => ((await set(tx, picture)) ? { kind, id: String(id) } : undefined),
  }
}

/** `typed`: the file as the operator named it; undefined: drawn again. */
async function change(
  command: Command,
  { called, act, field, show }: Shown,
  typed: string | undefined,
  by: string,
): Promise<number> {
  const id = typed === undefined ? null : await store(command, typed)
  const { db } = await command.ground()
  await db.transaction(async (tx) => {
    const subject = await show(tx, id)
    if (!subject) throw new CommandError(`there is no ${called}`)
    await audit(tx, { by: { machineUser: by }, act, subject, after: { [field]: id } })
  })
  command.say(id === null ? `${called}: its picture is drawn again` : `${called}: shows ${typed}`)
  return 0
}

async function store({ ground, path }: Command, typed: string): Promise<string> {
  try {
    const file = path(typed)
    // A film is not even read.
    if ((await stat(file)).size > MOST_BYTES) throw new PictureRefused('tooLarge')
    const bytes = await readFile(file)
    return await storePicture((await ground()).db, bytes)
  } catch (error) {
    throw error instanceof PictureRefused ? new CommandError(`${typed}: ${error.message}`) : error
  }
}

async function list({ ground, say }: Command): Promise<number> {
  const { db } = await ground()
  const state = (pictureId: string | null) => (pictureId === null ? 'drawn' : `uploaded ${pictureId.slice(0, 12)}`)
  const [products, banners, news] = [await picturedProducts(db), await bannerRows(db), await newsTitles(db)]
  if (products.length + banners.length + news.length === 0)
    say('no product shows an uploaded picture, and there is neither a banner nor news')
  for (const { slug, pictureId } of products) say(`product ${slug}  ${state(pictureId)}`)
  for (const { id, title, pictureId, rtlPictureId } of banners) {
    const rtl = rtlPictureId === null ? '' : `, right to left ${state(rtlPictureId)}`
    say(`banner ${id}  ${state(pictureId)}${rtl}  ${textIn(title, 'en-US')}`)
  }
  for (const { id, title, pictureId } of news) say(`news ${id}  ${state(pictureId)}  ${title}`)
  return 0
}
