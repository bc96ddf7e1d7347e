// /my-address: a member's addresses, from the first to the second page (specification §2, §5).
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { loseAnswer, OFFLINE, unlessLost } from './support/lost-answer.ts'
import { memberWordsOf, test } from './support/members.ts'

const some = (db: Database, memberId: string, count: number) =>
  db.run(sql`
    insert into addresses (id, member_id, first_name, last_name, address, address_other, city, province, country, zip, phone,
      phone_code, is_default, created_at)
    select gen_random_uuid(), ${memberId}, 'Ada', 'No ' || i, i || ' Street', '', 'London', 'London', 'GB', '', '1', '44', i = 1,
      now() - make_interval(mins => i) from generate_series(1, ${count}::int) i`)

const british = (language: string) => new Intl.DisplayNames(language, { type: 'region' }).of('GB')!

for (const language of ['en-US', 'ar'])
  test(`the first address is added by keyboard, and what was typed survives a reload (${language})`, async ({
    page,
    member,
    isMobile,
  }) => {
    const t = memberWordsOf(language)
    await page.goto(inLanguage('/my-address', language))
    await expect(page.getByText(t('address.empty'), { exact: true })).toBeVisible()
    expect(await axe(page)).toEqual([])
    const open = () => page.getByRole('button', { name: t('address.add') }).press('Enter')
    await open()
    const dialog = page.getByRole('dialog')
    const field = (name: string) => dialog.getByLabel(t(`address.${name}`), { exact: true })
    await field('firstName').fill('Ada')
    const country = dialog.getByRole('combobox', { name: t('address.country') })
    const filter = dialog.getByRole('combobox', { name: wordsOf(language)('countries.find') })
    // By keyboard alone: opened, found by its prefix, chosen; Enter sends nothing, and Escape closes the list alone.
    await country.press('Enter')
    if (!isMobile) await expect(filter).toBeFocused()
    await filter.fill('nowhere at all')
    await expect(dialog.getByText(wordsOf(language)('countries.none'))).toBeVisible()
    await filter.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await filter.fill('+44')
    await expect(dialog.getByRole('option')).toHaveCount(4)
    expect(await axe(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    // The first one empties what was typed.
    await filter.press('Escape')
    await filter.press('Escape')
    await expect(filter).toBeHidden()
    await expect(dialog).toBeVisible()
    await country.press('Enter')
    await filter.fill('英国')
    await expect(dialog.getByRole('option')).toHaveCount(1)
    await filter.press('Enter')
    await expect(filter).toBeHidden()
    await expect(country).toHaveAccessibleName(new RegExp(british(language)))
    await expect(field('phoneCode')).toHaveValue('44')
    await page.reload()
    await expect(page.getByText(t('address.empty'), { exact: true })).toBeVisible()
    await open()
    await expect(field('firstName')).toHaveValue('Ada')
    await expect(country).toHaveAccessibleName(new RegExp(british(language)))
    await field('phone').fill('12 a')
    await dialog.getByRole('button', { name: t('address.save') }).press('Enter')
    await expect(field('lastName')).toBeFocused()
    await expect(dialog.getByText(t('address.error.digits'))).toBeVisible()
    expect(await axe(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    await field('lastName').fill('Lovelace')
    await field('address').fill('12 St James’s Square')
    await field('city').fill('London')
    await field('province').fill('London')
    await field('phone').fill('2079460123')
    await field('phone').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('12 St James’s Square')).toBeVisible()
    await expect(page.getByRole('switch', { name: t('address.default') })).toBeChecked()
    expect(await axe(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    expect(member.id).toBeTruthy()
  })

test('the default moves only when that is confirmed, one is edited, the default cannot be deleted, and the second page has the rest', async ({
  page,
  db,
  member,
}) => {
  const t = memberWordsOf('en-US')
  await some(db, member.id, 11)
  await page.goto('/my-address')
  const card = (number: number) => page.getByRole('listitem', { name: `Ada No ${number}`, exact: true })
  const isDefault = (number: number) => card(number).getByRole('switch')
  await expect(isDefault(1)).toBeChecked()
  await isDefault(2).click()
  const dialog = page.getByRole('dialog', { name: t('address.defaultTitle') })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(isDefault(2)).not.toBeChecked()
  await isDefault(2).click()
  await dialog.getByRole('button', { name: t('address.makeDefault') }).click()
  await expect(isDefault(2)).toBeChecked()
  await expect(isDefault(1)).not.toBeChecked()
  await card(2)
    .getByRole('button', { name: t('address.delete') })
    .click()
  await expect(page.getByText(t('address.defaultTip'))).toBeVisible()
  await card(3)
    .getByRole('button', { name: t('address.change') })
    .click()
  const form = page.getByRole('dialog', { name: t('address.edit') })
  await form.getByLabel(t('address.city'), { exact: true }).fill('Leeds')
  await form.getByRole('button', { name: t('address.save') }).click()
  await expect(card(3)).toContainText('Leeds')
  await page.getByRole('button', { name: 'Next page' }).click()
  await card(11)
    .getByRole('button', { name: t('address.delete') })
    .click()
  const question = page.getByRole('dialog', { name: t('address.deleteTitle') })
  await question.getByRole('button', { name: t('address.delete') }).click()
  // The last one of the second page has gone, and the page with it.
  await expect(card(2)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeHidden()
})

test('an address that was changed elsewhere stays changed when it becomes the default', { tag: '@once:phone' }, async ({
  page,
  db,
  member,
}) => {
  const t = memberWordsOf('en-US')
  await some(db, member.id, 2)
  await page.goto('/my-address')
  const card = page.getByRole('listitem', { name: 'Ada No 2', exact: true })
  await card.getByRole('switch').click()
  // In another tab.
  await db.run(sql`update addresses set city = 'Leeds' where member_id = ${member.id} and last_name = 'No 2'`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('address.makeDefault') })
    .click()
  await expect(card.getByRole('switch')).toBeChecked()
  await expect(card).toContainText('Leeds')
})

test('an address whose answer was lost is the same one when it is sent again, also after a reload, and what is corrected before that changes it', {
  tag: '@once:phone',
}, async ({ page, db, member, troubles }) => {
  const t = memberWordsOf('en-US')
  const kept = () =>
    db.query<{ last: string }>(sql`select last_name as last from addresses where member_id = ${member.id} order by 1`)
  await page.goto('/my-address')
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByLabel(t(`address.${name}`), { exact: true })
  const save = dialog.getByRole('button', { name: t('address.save') })
  const open = () => page.getByRole('button', { name: t('address.add') }).click()
  const lost = async () => {
    await loseAnswer(page, '/api/profile/address/insert')
    const failed = page.waitForEvent('requestfailed')
    await save.click()
    await failed
    await expect(dialog.getByRole('alert').filter({ hasText: OFFLINE })).toBeVisible()
  }
  async function fill(lastName: string) {
    for (const name of ['firstName', 'address', 'city', 'province']) await field(name).fill('Ada')
    await field('lastName').fill(lastName)
    await dialog.getByRole('combobox', { name: t('address.country') }).click()
    await dialog.getByRole('combobox', { name: wordsOf('en-US')('countries.find') }).fill('United Kingdom')
    await dialog.getByRole('option', { name: british('en-US') }).click()
    await field('phone').fill('1')
  }
  await open()
  await fill('Ada')
  await lost()
  await field('lastName').fill('Lovelace')
  await lost()
  expect(await kept()).toEqual([{ last: 'Lovelace' }])
  await page.reload()
  await open()
  await expect(field('lastName')).toHaveValue('Lovelace')
  // Corrected once more, on a page that knows no more than what this tab has kept.
  await field('lastName').fill('King')
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await kept()).toEqual([{ last: 'King' }])
  // What is typed after that is another one, though it is the same.
  await open()
  await expect(field('lastName')).toHaveValue('')
  await fill('King')
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await kept()).toEqual([{ last: 'King' }, { last: 'King' }])
  expect(unlessLost(troubles)).toEqual([])
})

test('addresses that cannot be loaded are not those of the page before', { tag: '@once:phone' }, async ({
  page,
  db,
  member,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  await some(db, member.id, 11)
  await page.goto('/my-address')
  await expect(page.getByRole('listitem', { name: 'Ada No 1', exact: true })).toBeVisible()
  await page.route('**/api/profile/address?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(t('member.failed'))).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'Ada No 1', exact: true })).toBeHidden()
  await page.unroute('**/api/profile/address?*')
  await page.getByRole('button', { name: t('member.retry') }).click()
  await expect(page.getByRole('listitem', { name: 'Ada No 11', exact: true })).toBeVisible()
  troubles.splice(0)
})

test('from addresses that cannot be loaded there is a way back to those before', { tag: '@once:phone' }, async ({
  page,
  db,
  member,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  await some(db, member.id, 11)
  await page.route('**/api/profile/address?*pageNum=2*', (route) => route.abort())
  await page.goto('/my-address')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(t('member.failed'))).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByRole('listitem', { name: 'Ada No 1', exact: true })).toBeVisible()
  troubles.splice(0)
})

test('where the addresses cannot be loaded a button asks again', { tag: '@once:phone' }, async ({
  page,
  member,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  await page.route('**/api/profile/address?*', (route) => route.abort())
  await page.goto('/my-address')
  await expect(page.getByText(t('member.failed'))).toBeVisible()
  await page.unroute('**/api/profile/address?*')
  await page.getByRole('button', { name: t('member.retry') }).click()
  await expect(page.getByText(t('address.empty'), { exact: true })).toBeVisible()
  expect(member.id).toBeTruthy()
  troubles.splice(0)
})
