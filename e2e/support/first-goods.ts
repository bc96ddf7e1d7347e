// What an owner sells first, and how he puts it on sale: three games with covers of his own, in two languages, with keys.
import sharp from 'sharp'
import { expect } from './fixtures.ts'
import { looksRight } from './office.ts'
import { type Hands, look } from './owner.ts'

export interface Game {
  name: string
  chinese: string
  price: string
  colours: [string, string]
}

export const GAMES: readonly Game[] = [
  { name: 'Moss & Mortar', chinese: '苔与砖', price: '14.99', colours: ['#0f766e', '#a3e635'] },
  { name: 'Paper Comets', chinese: '纸彗星', price: '9.49', colours: ['#1e1b4b', '#f472b6'] },
  { name: 'The Long Tram', chinese: '漫长电车', price: '24.00', colours: ['#7c2d12', '#fbbf24'] },
]

/** A cover of the shop's own. */
function cover({ name, colours: [from, to] }: Game): Promise<Buffer> {
  const words = name.replace('&', '&amp;').split(' ')
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="720" height="960">
      <defs><linearGradient id="g" x2="0.6" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
      <rect width="720" height="960" fill="url(#g)"/>
      <circle cx="${200 + name.length * 20}" cy="300" r="190" fill="${to}" opacity="0.55"/>
      <path d="M0 760 Q 180 ${600 + name.length * 5} 360 720 T 720 660 V 960 H 0 Z" fill="${from}" opacity="0.8"/>
      ${words.map((word, at) => `<text x="56" y="${780 + (at - words.length + 2) * 76}" font-family="sans-serif" font-weight="700" font-size="72" fill="#fff">${word}</text>`).join('')}
    </svg>`),
  )
    .png()
    .toBuffer()
}

export async function addCategory({ page, t, act, main, dialog }: Hands) {
  await main.getByRole('link', { name: t('catalogue.categories'), exact: true }).click()
  await expect(page.getByText(t('catalogue.noCategories'))).toBeVisible()
  await act(
    t('catalogue.acts.category'),
    async () => {
      await dialog.getByLabel(t('catalogue.field.nameEnglish')).fill('Indie games')
      await dialog.getByLabel(t('catalogue.field.nameEnglish')).blur()
      await expect(dialog.getByLabel(t('catalogue.field.slug'))).toHaveValue('indie-games')
    },
    { shot: 'category' },
  )
  await expect(main.getByRole('link', { name: 'Indie games' })).toBeVisible()
  await look(page, 'categories')
}

export async function addProduct(he: Hands, game: Game) {
  const { page, t, act, button, main, dialog, go } = he
  await go('catalogue.title')
  await act(
    t('catalogue.acts.create'),
    async () => {
      await dialog.getByLabel(t('catalogue.field.nameEnglish')).fill(game.name)
      await dialog.getByLabel(t('catalogue.field.nameEnglish')).blur()
      await expect(dialog.getByLabel(t('catalogue.field.slug'))).toHaveValue(slugOf(game))
      await dialog.getByLabel(t('catalogue.field.price')).fill(game.price)
    },
    { shot: game === GAMES[0] ? 'new-product' : undefined },
  )
  await expect(page.getByRole('heading', { name: game.name, level: 1 })).toBeVisible()
  const text = (key: string, language: string) =>
    main.getByLabel(`${t(`catalogue.field.${key}`)} (${language})`, { exact: true })
  await text('explanation', 'English').fill(`${game.name}, as a key for Steam.`)
  await text('description', 'English').fill(`A quiet game of an evening.\n\n- Made by two people\n- No hurry`)
  await text('name', '简体中文').fill(game.chinese)
  await text('explanation', '简体中文').fill('Steam 激活码。')
  await button(t('catalogue.save'), page).click()
  await expect(page.getByText(t('catalogue.saved'))).toBeVisible()
  const buffer = await cover(game)
  await main.getByLabel(t('pictures.choose')).setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer })
  await expect(main.getByText(t('pictures.uploaded'))).toBeVisible()
  if (game === GAMES[0]) {
    await looksRight(page)
    await look(page, 'product-draft')
  }
  await act(t('catalogue.acts.publish'), async () => {}, { shot: game === GAMES[0] ? 'publish' : undefined })
  await expect(page.getByText(t('catalogue.is.out'), { exact: true })).toBeVisible()
}

export const slugOf = ({ name }: Game) => name.toLowerCase().replace('&', 'and').replace(/\W+/g, '-')
const keyOf = (game: Game, n: number) => `MOSS${GAMES.indexOf(game)}-AAAA${n}-${String(n).repeat(5)}`

/** From the product's own page, which knows its version. */
export async function addKeys(he: Hands, game: Game, count: number) {
  const { page, t, field, button, main, go } = he
  await go('catalogue.title')
  await main.getByRole('link', { name: game.name, exact: true }).locator('visible=true').click()
  await main.getByRole('link', { name: t('keys.import'), exact: true }).click()
  await field('keys.source').fill('Invoice 2041')
  await field('keys.supplier').fill('The makers')
  await field('keys.cost').fill('5.20')
  await field('keys.text').fill(Array.from({ length: count }, (_, n) => keyOf(game, n + 1)).join('\n'))
  if (game === GAMES[0]) await look(page, 'keys-import')
  await button(t('keys.import')).click()
  await button(t('keys.look.add_other', { count })).click()
  await expect(page.getByText(t('keys.broughtOf', { added: count, lines: count }))).toBeVisible()
  if (game === GAMES[0]) await look(page, 'keys-batch')
}
