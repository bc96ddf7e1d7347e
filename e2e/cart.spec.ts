// The cart: what is in it, what it costs, what can be taken back (specification §2, §4, §9).
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { cookieOf } from './support/cookies.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')

interface Offer {
  id: number
  extId: number
  price: number
  stock: number
}

async function offersOf(request: APIRequestContext, category: string, product: string) {
  const answer = await request.get(`/prod-api/api/product/info?categoryName=${category}&zhname=${product}`)
  const { data } = await answer.json()
  return { productId: data.iProductInfo.id as number, offers: data.offers as Offer[] }
}

const line = (...numbers: number[]) => numbers.map((number) => number.toString(36)).join('.')

async function fill(context: BrowserContext, lines: string[]) {
  await context.addCookies([{ name: 'cartList', value: lines.join('-'), url: process.env.SHOP_URL! }])
}

const cartLink = (page: Page) => page.getByRole('banner').locator('a[href^="/checkout"]').first()

/** The dropdown opens under the pointer, the drawer with a press. Answers what opened. */
async function open(page: Page, isMobile: boolean) {
  if (isMobile) {
    await cartLink(page).tap()
    return page.getByRole('dialog', { name: /^Cart/ })
  }
  await cartLink(page).hover()
  return page.getByRole('region', { name: t('cart.title') })
}

test('each line is price times count, and the total is their sum', { tag: '@once:phone' }, async ({
  page,
  context,
  request,
  isMobile,
}) => {
  const elden = await offersOf(request, 'rpg-games', 'elden-ring')
  const witcher = await offersOf(request, 'rpg-games', 'baldurs-gate-3')
  const [one, two] = [elden.offers[0]!, witcher.offers[0]!]
  await fill(context, [line(elden.productId, one.extId, one.id, 2), line(witcher.productId, two.extId, two.id, 1)])
  await page.goto('/')
  const cart = await open(page, isMobile)
  const money = (amount: number) => `$ ${amount.toFixed(2)}`
  await expect(cart.getByRole('listitem')).toHaveCount(2)
  await expect(cart.getByRole('listitem').first()).toContainText(money(one.price * 2))
  await expect(cart.locator('output')).toHaveText(money(one.price * 2 + two.price))
  const kept = () => cookieOf(context, 'totalPrice')
  await expect.poll(async () => Number(await kept())).toBeCloseTo(one.price * 2 + two.price, 2)
})

test('the service charge of a small order is told in the cart, and is gone with what makes it large', {
  tag: '@once:phone',
}, async ({ page, context, request, isMobile }) => {
  const { rows } = await (
    await request.post('/prod-api/api/product/list', { data: { highPrice: 4, stock: '0', pageSize: 1 } })
  ).json()
  const { productId, offers } = await offersOf(request, rows[0].urlName, rows[0].zhname)
  const cheap = offers.find(({ price, stock }) => price <= 4 && stock > 0)!
  await fill(context, [line(productId, cheap.extId, cheap.id, 1)])
  await page.goto('/')
  const cart = await open(page, isMobile)
  const charge = cart.getByText(t('checkout.service'))
  await expect(cart.locator('output')).toHaveText(`$ ${(cheap.price + 0.3).toFixed(2)}`)
  await expect(charge).toContainText('$ 5.00')
  const few = Math.ceil(5 / cheap.price)
  const quantity = cart.getByRole('spinbutton')
  await quantity.fill(String(few))
  await quantity.press('Enter')
  await expect(cart.locator('output')).toHaveText(`$ ${(cheap.price * few).toFixed(2)}`)
  await expect(charge).toBeHidden()
})

test('what is not sold any more costs nothing, and brings no service charge', { tag: '@once:phone' }, async ({
  page,
  context,
  isMobile,
}) => {
  await fill(context, [line(2_000_000_000, 2_000_000_000, 2_000_000_000, 1)])
  await page.goto('/')
  const cart = await open(page, isMobile)
  await expect(cart.locator('output')).toHaveText('$ 0.00')
  await expect(cart.getByText(t('checkout.service'))).toBeHidden()
})

test('hovering opens a dropdown of 400 px, only when something is in the cart; a phone gets a drawer instead', async ({
  page,
  context,
  request,
  isMobile,
}) => {
  await page.goto('/')
  const dropdown = page.getByRole('region', { name: t('cart.title') })
  await cartLink(page).hover()
  await expect(dropdown).toHaveCount(0)
  const { productId, offers } = await offersOf(request, 'rpg-games', 'elden-ring')
  await fill(context, [line(productId, offers[0]!.extId, offers[0]!.id, 1)])
  await page.goto('/pc-games')
  await page.mouse.move(5, 5)
  const cart = await open(page, isMobile)
  await expect(cart.getByRole('listitem')).toHaveCount(1)
  const { width } = (await cart.locator('> div').first().boundingBox())!
  if (isMobile) expect(width).toBeLessThan(page.viewportSize()!.width)
  else expect(width).toBe(400)
})

test('a line that is removed comes back with Undo, where it stood', { tag: '@once:phone' }, async ({
  page,
  context,
  request,
  isMobile,
}) => {
  const elden = await offersOf(request, 'rpg-games', 'elden-ring')
  const other = await offersOf(request, 'rpg-games', 'baldurs-gate-3')
  await fill(context, [
    line(elden.productId, elden.offers[0]!.extId, elden.offers[0]!.id, 3),
    line(other.productId, other.offers[0]!.extId, other.offers[0]!.id, 1),
  ])
  await page.goto('/')
  const cart = await open(page, isMobile)
  await cart.getByRole('button', { name: t('cart.remove', { name: 'Elden Ring' }) }).click()
  await expect(cart.getByRole('list', { name: t('cart.title') }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: t('cart.undo') }).click()
  const name = t('cart.button_other', { count: 4 })
  await expect(cartLink(page)).toHaveAttribute('aria-label', name)
  const list = (await cookieOf(context, 'cartList'))!
  expect(list.startsWith(line(elden.productId, elden.offers[0]!.extId, elden.offers[0]!.id, 3))).toBe(true)
})

test('clearing is asked about, empties everything, says so, and can be undone', { tag: '@once:phone' }, async ({
  page,
  context,
  request,
  isMobile,
}) => {
  const elden = await offersOf(request, 'rpg-games', 'elden-ring')
  const other = await offersOf(request, 'rpg-games', 'baldurs-gate-3')
  const lines = [
    line(elden.productId, elden.offers[0]!.extId, elden.offers[0]!.id, 2),
    line(other.productId, other.offers[0]!.extId, other.offers[0]!.id, 1),
  ]
  await fill(context, lines)
  await page.goto('/')
  const cart = await open(page, isMobile)
  const question = page.getByRole('dialog', { name: t('cart.clearTitle') })
  await cart.getByRole('button', { name: t('cart.clear') }).click()
  await expect(question).toContainText(t('cart.clearText_other', { count: 2 }))
  await question.getByRole('button', { name: t('cart.clearKeep') }).click()
  await expect(cartLink(page)).toHaveAttribute('aria-label', t('cart.button_other', { count: 3 }))

  if (!isMobile) await cartLink(page).hover()
  await cart.getByRole('button', { name: t('cart.clear') }).click()
  await question.getByRole('button', { name: t('cart.clear') }).click()
  await expect(page.getByText(t('message.clearCart'))).toBeVisible()
  await expect(cartLink(page)).toHaveAttribute('aria-label', t('cart.buttonEmpty'))
  // The focus is on what opened the dropdown, or on the way out of the empty drawer.
  if (isMobile) await expect(cart.getByRole('button', { name: t('cart.goOn') })).toBeFocused()
  else await expect(cartLink(page)).toBeFocused()
  const names = (await context.cookies()).map(({ name }) => name)
  for (const name of ['cartList', 'totalCount', 'totalPrice', 'cartType']) expect(names).not.toContain(name)

  await page.getByRole('button', { name: t('cart.undo') }).click()
  await expect(cartLink(page)).toHaveAttribute('aria-label', t('cart.button_other', { count: 3 }))
  expect(await cookieOf(context, 'cartList')).toBe(lines.join('-'))
})

test('a quantity goes from 1 to 1000', { tag: '@once:phone' }, async ({ page, context, request, isMobile }) => {
  // Of more than ten nobody is told how many there are (decision C3).
  const { productId, offers } = await offersOf(request, 'action-games', 'grand-theft-auto-v')
  const few = offers.find(({ stock }) => stock > 0 && stock < 10)!
  await fill(context, [line(productId, few.extId, few.id, 1)])
  await page.goto('/')
  const cart = await open(page, isMobile)
  const quantity = cart.getByRole('spinbutton')
  await expect(cart.getByRole('button', { name: t('cart.decrease', { name: 'Grand Theft Auto V' }) })).toBeDisabled()
  await quantity.fill('5000')
  await quantity.press('Enter')
  await expect(quantity).toHaveValue('1000')
  await expect(cart.getByRole('button', { name: t('cart.increase', { name: 'Grand Theft Auto V' }) })).toBeDisabled()
  // More than there are: said in the line, with one press that puts it right.
  await cart.getByRole('button', { name: /^Take \d+$/ }).click()
  await expect(quantity).not.toHaveValue('1000')
  await quantity.fill('0')
  await quantity.press('Enter')
  await expect(quantity).toHaveValue('1')
})

test('a line that can no longer be had says so, costs nothing, and is taken out with a press', {
  tag: '@once:phone',
}, async ({ page, context, request, isMobile }) => {
  const { productId, offers } = await offersOf(request, 'rpg-games', 'elden-ring')
  const offer = offers[0]!
  await fill(context, [line(productId, offer.extId, offer.id, 1), line(productId, offer.extId, 9_999_999, 5)])
  await page.goto('/')
  const cart = await open(page, isMobile)
  const gone = cart.getByRole('listitem').filter({ hasText: t('cart.gone') })
  await expect(gone).toContainText(t('cart.unknownProduct'))
  await expect(cart.locator('output')).toHaveText(`$ ${offer.price.toFixed(2)}`)
  await gone.getByRole('button', { name: t('cart.removeShort'), exact: true }).click()
  await expect(gone).toHaveCount(0)
})

test('a full cart of 100 lines loses nothing and says that it is full', { tag: '@once:phone' }, async ({
  page,
  context,
  request,
}) => {
  const { productId, offers } = await offersOf(request, 'rpg-games', 'elden-ring')
  // The longest numbers that ids can have.
  const lines = Array.from({ length: 100 }, (_, index) =>
    line(2_147_483_647, 2_147_483_647, 2_147_483_000 + index, 1000),
  )
  await fill(context, lines)
  await page.goto('/rpg-games/elden-ring')
  await page
    .getByRole('button', { name: t('product.addToCart'), exact: true })
    .first()
    .click()
  await expect(page.getByText(t('product.cartFull'))).toBeVisible()
  const list = async () => (await cookieOf(context, 'cartList'))!.split('-')
  expect(await list()).toEqual(lines)
  // The same with real lines, and more of one that is there already still fits.
  await fill(context, [line(productId, offers[0]!.extId, offers[0]!.id, 1), ...lines.slice(1)])
  await page.reload()
  await expect(cartLink(page)).toHaveAttribute('aria-label', t('cart.button_other', { count: '99,001' }))
  expect(await list()).toHaveLength(100)
})

test('prices that cannot be loaded say so, with a retry', { tag: '@once:phone' }, async ({
  page,
  context,
  request,
  isMobile,
  troubles,
}) => {
  const { productId, offers } = await offersOf(request, 'rpg-games', 'elden-ring')
  await fill(context, [line(productId, offers[0]!.extId, offers[0]!.id, 1)])
  await page.goto('/')
  await page.route('**/syncStock', (route) => route.abort())
  const cart = await open(page, isMobile)
  await expect(cart.getByText(t('cart.failed'))).toBeVisible()
  await page.unroute('**/syncStock')
  await cart.getByRole('button', { name: t('cart.retry') }).click()
  await expect(cart.getByRole('listitem')).toContainText('Elden Ring')
  troubles.splice(0)
})

test('200 % text: nothing in the cart is cut off', async ({ page, context, request, isMobile }) => {
  const { productId, offers } = await offersOf(request, 'rpg-games', 'elden-ring')
  await fill(context, [line(productId, offers[0]!.extId, offers[0]!.id, 2)])
  await page.goto('/')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const cart = await open(page, isMobile)
  await expect(cart.getByRole('listitem')).toContainText('Elden Ring')
  const outside = () =>
    cart.evaluate((panel) => {
      const edge = Math.min(panel.getBoundingClientRect().right, innerWidth)
      return [...panel.querySelectorAll('*')]
        .filter((element) => !element.closest('svg, .sr-only'))
        .filter((element) => element.getBoundingClientRect().right > edge + 1)
        .map((element) => element.outerHTML.slice(0, 100))
    })
  // The drawer slides in first.
  await expect.poll(outside).toEqual([])
})
