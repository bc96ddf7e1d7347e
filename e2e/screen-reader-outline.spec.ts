// Parts of the shop as they are heard, in order; other things may stand between.
import { expect, test, wordsOf } from './support/fixtures.ts'
import { ELDEN_RING, KEYS } from './support/goods.ts'
import { fillCart, makeDeliveredOrder } from './support/shopping.ts'

const t = wordsOf('en-US')

test('the header, as it is heard', async ({ page, isMobile }) => {
  await page.goto('/news')
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(
    isMobile
      ? `
      - banner:
        - link "Latchkey, to the home page"
        - 'button "Currency: USD"'
        - 'button "Language: English"'
        - button "Menu"
        - search:
          - combobox "Search games, cards and points"
          - button "Search"
          - status
        - link "Cart, empty"
        - paragraph: /Test mode/
    `
      : `
      - banner:
        - paragraph: Welcome to Latchkey
        - link "Write to support@latchkey.example"
        - link "Live chat"
        - 'button "Currency: USD"'
        - 'button "Language: English"'
        - link "Latchkey, to the home page"
        - search:
          - combobox "Search games, cards and points"
          - button "Search"
          - status
        - button "Appearance"
        - link "Cart, empty"
        - navigation "Categories":
          - list:
            - listitem:
              - link "PC games"
              - button "Sections of PC games"
            - listitem:
              - link "Console games"
              - button "Sections of Console games"
        - navigation "More from Latchkey":
          - list:
            - listitem:
              - link "News"
            - listitem:
              - link "Wholesale"
            - listitem:
              - link "Sell to us"
            - listitem:
              - link "Feedback"
        - paragraph: /Test mode/
    `,
  )
})

test('an offer, as it is heard', async ({ page }) => {
  await page.goto('/action-games/red-dead-redemption-2')
  await expect(page.getByRole('region', { name: t('product.bestOffer') })).toMatchAriaSnapshot(`
    - region "Best offer":
      - text: /\\$ \\d+\\.\\d\\d Price before \\$ \\d+\\.\\d\\d In stock/
      - paragraph: /Lowest price of the last 30 days/
      - paragraph: /Sold by .+/
      - group "Quantity":
        - button "One fewer" [disabled]
        - spinbutton "Quantity": "1"
        - button "One more"
      - button "Buy now"
      - button "Add to cart"
      - status
      - paragraph: /The key is sent to your e-mail address/
      - paragraph:
        - text: /You buy a licence/
        - link "Terms and conditions"
  `)
})

test('the checkout, as it is heard', async ({ page, context }) => {
  await fillCart(context, { [ELDEN_RING]: 1 })
  await page.goto('/checkout')
  await expect(page.getByRole('button', { name: /^Pay\s/ }).filter({ visible: true })).toBeEnabled()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Checkout" [level=1]
      - region "Where do the keys go?":
        - heading "Where do the keys go?" [level=2]
        - textbox "E-mail address"
        - paragraph: /Your keys and the receipt are sent here/
      - region "How do you want to pay?":
        - group "How do you want to pay?":
          - radio "Card, Apple Pay, Google Pay (Stripe)" [checked]
          - radio "Payssion"
        - group: Add a note to the order
      - region "What you are buying":
        - list "What you are buying":
          - listitem:
            - paragraph:
              - link "Elden Ring"
            - group "Quantity of Elden Ring":
              - button "One less of Elden Ring" [disabled]
              - spinbutton "Quantity of Elden Ring": "1"
              - button "One more of Elden Ring"
      - complementary "What it costs":
        - region "What it costs":
          - term: Goods 1 item
          - definition: /\\$ \\d+\\.\\d\\d/
          - term: Delivery by e-mail
          - definition: Free
          - term: Total USD
          - definition:
            - status: /\\$ \\d+\\.\\d\\d/
          - textbox "Coupon code"
          - button "Apply"
          - status
          - checkbox /I expressly agree that delivery begins at once/
  `)
  await expect(page.getByRole('radio', { name: 'Payssion' })).toHaveAccessibleDescription(
    /Local wallets.*\$\s\d+\.\d\d/,
  )
})

test('an order with its keys, as it is heard', async ({ page, context }) => {
  await page.goto(await makeDeliveredOrder(context, KEYS))
  await expect(
    page
      .getByRole('region', { name: t('order.keys.title') })
      .getByRole('list')
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - status:
        - heading "Your keys are here" [level=1]
        - paragraph: /They were also sent to .*@example\\.com/
      - region "Your keys":
        - heading "Your keys" [level=2]
        - list:
          - listitem:
            - heading /Apple Gift Card/ [level=3]
            - list:
              - listitem:
                - text: /DEMO-\\w{4}-\\w{4}-\\w{4}/
                - button "Copy key 1 of Apple Gift Card (United States)"
                - status
            - group:
              - text: How to activate
              - list:
                - listitem: Open the App Store and tap your picture.
      - region "Your order":
        - heading "Your order" [level=2]
        - term: Order number
        - definition: /[0-9A-Z]{10}/
      - paragraph:
        - text: Questions about this order? Write to
        - link "support@latchkey.example"
  `)
})
