// Keys that are typed or taken from a file, before they are brought in.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { asksBeforeLeaving, enterDemo, withoutRandomUuid, wordsOf } from './support/office.ts'

const fresh = () => `TEST-${randomUUID().toUpperCase()}`

test('keys that are not brought in yet are not left without a question, typed or from a file', async ({
  page,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await withoutRandomUuid(page)
  await enterDemo(page, '/office/keys')
  const text = page.getByLabel(t('keys.text'), { exact: true })
  const begin = page.getByRole('link', { name: t('keys.import') })
  const [typed, filed] = [fresh(), fresh()]
  await begin.click()
  await text.fill(typed)
  await asksBeforeLeaving(page, () => expect(text).toHaveValue(typed))
  await page.goto('/office/keys')
  await begin.click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'keys.txt', mimeType: 'text/plain', buffer: Buffer.from(filed) })
  await expect(text).toHaveValue(filed)
  await page.getByRole('heading', { name: t('keys.import'), exact: true }).click()
  await asksBeforeLeaving(page, () => expect(text).toHaveValue(filed))
  expect(troubles.splice(0).filter((one) => !/401/.test(one))).toEqual([])
})

test(
  'a file that was mended is chosen again, and takes the place of the file before, not of what was typed',
  {
    tag: '@desktop',
  },
  async ({ page, troubles }, info) => {
    const t = wordsOf('en-US')
    const [first, mended, typed] = [fresh(), fresh(), fresh()]
    const path = info.outputPath('keys.txt')
    const choose = async (key: string) => {
      await writeFile(path, `${key}\r\n`)
      await page.locator('input[type=file]').setInputFiles(path)
    }
    await enterDemo(page, '/office/keys/import')
    const text = page.getByLabel(t('keys.text'), { exact: true })
    await text.focus()
    await choose(first)
    await expect(text).toHaveValue(`${first}\n`)
    await choose(mended)
    await expect(text).toHaveValue(`${mended}\n`)
    await text.fill(typed)
    await choose(first)
    await expect(text).toHaveValue(`${typed}\n${first}\n`)
    expect(troubles.splice(0).filter((one) => !/401/.test(one))).toEqual([])
  },
)
