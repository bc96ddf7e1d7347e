// The newsletter: its form in every footer, the link in the mail, leaving.
import type { Page } from '@playwright/test'
import { expectAlive, settled } from './support/checks.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { mailTo, newAddress } from './support/sent-mail.ts'

const t = wordsOf('en-US')

test.describe('newsletter', () => {
  const box = (page: Page) => page.getByRole('textbox', { name: t('newsletter.email') })
  const button = (page: Page) => page.getByRole('button', { name: t('newsletter.subscribe') })

  test('is asked for in the footer, confirmed by the mailed link, and left again', async ({ page, request }) => {
    const email = newAddress('reader')
    await page.goto('/')
    await box(page).fill(email)
    await button(page).click()
    await expect(page.getByRole('status').filter({ hasText: t('newsletter.subscribed') })).toBeVisible()
    await expect(box(page)).toHaveValue('')
    const link = /https?:\/\/\S+(\/newsletter#token=\S+)/.exec(await mailTo(request, email))?.[1]
    await page.goto(link!)
    await page.getByRole('button', { name: t('newsletter.confirm') }).click()
    await expect(page.getByRole('heading', { name: t('newsletter.confirmedTitle') })).toBeFocused()
    await page.reload()
    await page.getByRole('button', { name: t('newsletter.leave') }).click()
    await expect(page.getByRole('heading', { name: t('newsletter.leftTitle') })).toBeFocused()
  })

  test('shows a wrong address without a message, on leaving the field and while typing', async ({ page }) => {
    // However early: what is typed and left before the form is alive is looked at once it is.
    await page.goto('/', { waitUntil: 'commit' })
    await box(page).fill('reader@')
    await expect(box(page)).not.toHaveAttribute('aria-invalid')
    await box(page).blur()
    await expectAlive(box(page))
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(box(page)).toHaveAccessibleDescription(t('newsletter.invalid'))
    await box(page).fill('reader@news.example')
    await expect(box(page)).not.toHaveAttribute('aria-invalid')
    await box(page).fill('')
    await button(page).click()
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(box(page)).toBeFocused()
    await expect(box(page)).toHaveAttribute('maxlength', '50')
  })

  test('passing through it while it is empty marks nothing; sending it empty does', async ({ page }) => {
    await page.goto('/')
    await box(page).focus()
    await expectAlive(box(page))
    for (let times = 0; times < 2; times++) {
      await page.keyboard.press('Tab')
      await expect(button(page)).toBeFocused()
      await settled(page)
      await expect(box(page)).not.toHaveAttribute('aria-invalid')
      await expect(box(page)).toHaveAccessibleDescription('')
      await page.keyboard.press('Shift+Tab')
      await expect(box(page)).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(box(page)).toHaveAccessibleDescription(t('newsletter.invalid'))
    await expect(box(page)).toBeFocused()
  })

  test('a failure empties the field, ends the loading, and says nothing', async ({ page, context, troubles }) => {
    await page.goto('/')
    // Refused once, so what checks and sends is there before the connection goes.
    await button(page).click()
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
    await box(page).fill('reader@news.example')
    await context.setOffline(true)
    await button(page).click()
    await expect(box(page)).toHaveValue('')
    await expect(button(page)).not.toHaveAttribute('aria-busy')
    await expect(page.getByText(t('newsletter.subscribed'))).toBeHidden()
    troubles.splice(0)
  })

  test('a link that is not ours is refused, and one can subscribe again', async ({ page, troubles }) => {
    await page.goto('/newsletter#token=nonsense')
    await page.getByRole('button', { name: t('newsletter.confirm') }).click()
    await expect(page.getByText(t('newsletter.badLink'))).toBeVisible()
    await expect(box(page)).toBeVisible()
    troubles.splice(0)
  })
})
