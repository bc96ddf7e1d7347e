// For the tests of enquiries: what somebody writes, and the mails of it.
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import type { TestShop } from '#test/harness.ts'

export const wholesale = {
  type: '2',
  fillname: 'Ada Lovelace',
  email: 'ada@trade.example',
  confirmEmail: 'ada@trade.example',
  skype: 'ada.l',
  region: 'DE',
  message: '500 keys a month',
}

export interface Mail {
  id: string
  template: string
  recipient: string
  locale: string
  data: Record<string, string>
}

export function writing(shop: () => TestShop) {
  const deal = (body: object, headers: Record<string, string> = {}) =>
    shop().call('POST', '/api/bottom/saveDeal', { body, headers })
  const mails = () =>
    shop().db.query<Mail>(sql`select id, template, recipient, locale, data from mails order by template, recipient`)

  /** The written words of the only mail with this template. */
  async function written(template: string): Promise<{ subject: string; text: string; html: string }> {
    const sealed = await until(async () => {
      const row = await shop().db.maybe<{ id: string; sealed: Buffer | null }>(
        sql`select id, sealed from mails where template = ${template}`,
      )
      return row?.sealed ? { id: row.id, sealed: row.sealed } : undefined
    }, `${template} is written`)
    return openMail(shop().shop.ground.keyring, sealed)
  }

  return { deal, mails, written }
}
