// The shop's own pages in the back office: written beside another language, seen in the shop, and changed by two at once.
import { expect } from './support/fixtures.ts'
import { enterDemo, looksRight, picture, wordsOf } from './support/office.ts'
import { test } from './support/operator.ts'

test.describe.configure({ mode: 'default' })

for (const [language, width] of [
  ['en-US', 1280],
  ['zh-CN', 390],
] as const)
  test(`a page is written beside another language, and what somebody else wrote meanwhile is seen (${language}, ${width} px)`, async ({
    page,
    browser,
    operated: { origin },
    troubles,
  }) => {
    const t = wordsOf(language)
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript((code) => localStorage.setItem('office-language', code), language)
    await enterDemo(page, '/office/settings/pages')
    await expect(page.getByRole('heading', { level: 1, name: t('pages.title') })).toBeVisible()
    await looksRight(page)
    await picture(page, `list-${language}`)
    await page.getByRole('link', { name: t('pages.names.privacy'), exact: true }).click()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    const text = (name: string) => page.getByRole('textbox', { name: `${t('pages.text')} (${name})` })
    await expect(text('English')).not.toHaveValue('')
    const added = `Neu für ${language}`
    await text('Deutsch').fill(`# Datenschutz\n\n${added}`)
    await expect(page.getByRole('button', { name: t('catalogue.save') })).toBeVisible()
    await looksRight(page)
    await picture(page, `page-${language}`)

    // Somebody else has the same page open and is faster.
    const other = await (await browser.newContext({ baseURL: origin })).newPage()
    await other.addInitScript((code) => localStorage.setItem('office-language', code), language)
    await enterDemo(other, '/office/settings/pages/privacy?language=de')
    const theirs = other.getByRole('textbox', { name: `${t('pages.text')} (Deutsch)` })
    await theirs.fill(`# Datenschutz\n\nIhres ${language}`)
    await other.getByRole('button', { name: t('catalogue.save') }).click()
    await expect(other.getByText(t('catalogue.saved'))).toBeVisible()
    await other.context().close()

    await page.getByRole('button', { name: t('catalogue.save') }).click()
    await expect(page.getByText(t('catalogue.conflict'))).toBeVisible()
    await expect(page.getByText(`Ihres ${language}`).first()).toBeVisible()
    await looksRight(page)
    await picture(page, `conflict-${language}`)
    await page.getByRole('button', { name: new RegExp(t('catalogue.take.mine')) }).click()
    await page.getByRole('button', { name: t('catalogue.save') }).click()
    await expect(page.getByText(t('catalogue.saved'))).toBeVisible()
    await expect(text('Deutsch')).toHaveValue(`# Datenschutz\n\n${added}`)
    await expect.poll(async () => (await page.request.get('/privacy-policy?lang=de')).text()).toContain(added)

    // Without English nothing is saved, and nothing that was typed is lost.
    await text('English').fill('')
    await page.getByRole('button', { name: t('catalogue.save') }).click()
    await expect(page.getByText(t('pages.english')).first()).toBeVisible()
    await expect(text('Deutsch')).toHaveValue(`# Datenschutz\n\n${added}`)
    await page.getByRole('button', { name: t('catalogue.discard') }).click()
    await expect(text('English')).not.toHaveValue('')
    expect(troubles.splice(0).every((line) => /40[01]|422/.test(line))).toBe(true)
  })
