// How the shop is, in a browser: readiness, failed jobs, mails, notices, the report.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, onlyAtTheDoor, picture, wordsOf } from './support/office.ts'

for (const { language, width } of [
  { language: 'en-US', width: 1280 },
  { language: 'zh-CN', width: 390 },
] as const)
  test(`how the shop is, a job that failed, a mail that nobody sends (${language}, ${width} px)`, async ({
    page,
    context,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    await page.setViewportSize({ width, height: 900 })
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    const task = `test.e2e${width}`
    const [job] = await db.query<{ id: number }>(sql`
      select (graphile_worker.permanently_fail_jobs(array[
        (graphile_worker.add_job(${task}, json_build_object('orderId', ${randomUUID()}::text), run_at => now() + interval '1 day')).id],
        'eve@buyer.example could not be <b>told</b>')).id::int8 as id`)
    const provider = `test${randomUUID().slice(0, 8)}`
    const mailId = randomUUID()
    await db.run(sql`
      insert into mails (id, message_id, recipient, mailbox, locale, template, data, created_at)
      values (${mailId}, ${mailId}, ${`lost${width}@buyer.example`}, ${`lost${width}@buyer.example`}, 'en-US', 'operatorAlert', '{"kind": "order.held", "alerts": "[]"}', now() - interval '10 minutes')`)

    await enterDemo(page, '/office/health')
    await expect(page.getByRole('heading', { name: t('health.title'), exact: true })).toBeVisible()
    await expect(page.getByText(t('health.disk'))).toBeVisible()
    await expect(page.getByText(t('health.about.mail.out'))).toBeVisible()
    await looksRight(page)
    await page.getByRole('button', { name: t('health.report.make') }).click()
    await expect(page.getByRole('textbox', { name: t('health.report.title') })).toHaveValue(/== Figures/)
    await looksRight(page)
    await picture(page, `health-${language}`)

    const link = (key: string) => page.getByRole('link', { name: t(key), exact: true })
    const press = (key: string, within: Pick<Page, 'getByRole'> = page) =>
      within.getByRole('button', { name: t(key), exact: true }).click()
    await link('health.jobs.title').click()
    const row = page.locator(`[data-job="${job!.id}"]`)
    await expect(row).toContainText('<b>told</b>')
    await expect(row).not.toContainText('eve@')
    await looksRight(page)
    await picture(page, `jobs-${language}`)
    await press('health.jobs.retry', row)
    const dialog = (key: string) => page.getByRole('dialog', { name: t(key), exact: true })
    await dialog('health.jobs.retry').getByLabel(t('act.reason'), { exact: true }).fill('it is mended')
    // Somebody else was quicker; what was typed stays.
    await db.run(
      sql`select graphile_worker.reschedule_jobs(array[${job!.id}::bigint], now() + interval '1 day', null, 3)`,
    )
    // The page behind the question sees it first; the question was asked before.
    await expect(row).toContainText(t('health.jobs.attempts', { count: 3, most: 25 }))
    await press('health.jobs.retry', dialog('health.jobs.retry'))
    await expect(dialog('health.jobs.retry').getByRole('alert')).toContainText(t('health.refused.changed'))
    await expect(dialog('health.jobs.retry').getByLabel(t('act.reason'), { exact: true })).toHaveValue('it is mended')
    await looksRight(page)
    await page.keyboard.press('Escape')
    await expect(row).toContainText(t('health.jobs.states.trying'))
    await press('health.jobs.retry', row)
    await dialog('health.jobs.retry').getByLabel(t('act.reason'), { exact: true }).fill('it is mended')
    await press('health.jobs.retry', dialog('health.jobs.retry'))
    await expect(row).toBeHidden()

    await link('health.mails.title').click()
    // A mailbox gets three of them an hour.
    if (language === 'en-US') {
      await press('health.mails.test')
      await press('health.mails.test', dialog('health.mails.test'))
      await expect(page.getByRole('heading', { name: t('health.mails.kinds.mailTest') })).toBeVisible()
      await expect(page.getByText(t('health.mails.means.kept'))).toBeVisible()
      await looksRight(page)
      await page.goBack()
    }
    await link('health.mails.states.failed').click()
    const mail = page.locator(`a[data-mail="${mailId}"]:visible`)
    await expect(mail).toBeVisible()
    await looksRight(page)
    await picture(page, `mails-${language}`)
    await page.getByRole('searchbox').fill(`LOST${width}@buyer.example`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=/)
    await mail.click()
    await expect(page.getByText(t('health.mails.means.failed'))).toBeVisible()
    await press('health.mails.send')
    await dialog('health.mails.send').getByLabel(t('act.reason'), { exact: true }).fill('once more')
    // Somebody else tried it meanwhile, and the page behind the question sees it first.
    await db.run(sql`update mails set attempts = 4 where id = ${mailId}`)
    await expect(page.getByRole('definition').filter({ hasText: /^4$/ })).toBeAttached()
    await press('health.mails.send', dialog('health.mails.send'))
    await expect(dialog('health.mails.send').getByRole('alert')).toContainText(t('health.refused.changed'))
    await press('health.mails.send', dialog('health.mails.send'))
    await expect(page.getByText(t('health.mails.means.kept'))).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('once more')).toBeVisible()
    await looksRight(page)
    await picture(page, `mail-${language}`)

    await db.run(sql`
      insert into payment_events (provider, event_id, kind, claim, handled_at, outcome, repeats)
      values (${provider}, 'e1', 'payment.<b>paid</b>', '{"says": "paid"}', null, null, 2),
        (${provider}, 'e2', 'payment.odd', '{"says": "nothing"}', now(), 'not about a payment of this shop', 0)`)
    await page.goto('/office/health/notices')
    await page.getByRole('link', { name: provider, exact: true }).click()
    // Until it is narrowed, others' are there, too.
    await expect(page.getByText('payment.<b>paid</b>').locator('visible=true')).toHaveCount(1)
    await expect(page.getByText(t('health.notices.states.foreign')).locator('visible=true')).toHaveCount(1)
    await looksRight(page)
    await picture(page, `notices-${language}`)
    await db.run(sql`delete from payment_events where provider = ${provider}`)
    onlyAtTheDoor(troubles)
  })
