// For tests: what people wrote, of each kind, as the shop's own calls take it.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { auditRows, fieldsOf } from '#rooms/audit/rows.testing.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import type { TestMember, TestShop } from '#test/harness.ts'

export async function writeTicket(
  shop: TestShop,
  member: TestMember,
  more: { subject?: string; text?: string; orderNo?: string } = {},
): Promise<string> {
  await shop.db.run(sql`truncate rate_limits`)
  const id = randomUUID()
  const body = { id, subject: 'My key does not work', topic: 'key', text: 'It says: already used.', ...more }
  const { status } = await shop.call('POST', '/api/profile/tickets', { body, headers: { cookie: member.cookie } })
  if (status !== 200) throw new Error(`a ticket was refused: ${status}`)
  return id
}

export async function writeEnquiry(
  shop: TestShop,
  more: { fillname?: string; email?: string; message?: string; lang?: string } = {},
): Promise<string> {
  await shop.db.run(sql`truncate rate_limits`)
  const { lang = 'en-US', email = 'guest@buyer.example', ...typed } = more
  const id = randomUUID()
  const body = {
    id,
    type: '1',
    fillname: 'Gus',
    email,
    confirmEmail: email,
    region: 'NL',
    message: 'I have keys.',
    ...typed,
  }
  const { status } = await shop.call('POST', '/api/bottom/saveDeal', { body, headers: { 'x-locale': lang } })
  if (status !== 200) throw new Error(`an enquiry was refused: ${status}`)
  return id
}

export async function writeReview(
  shop: TestShop,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<string> {
  await shop.db.run(sql`truncate rate_limits`)
  const body = {
    pid: 0,
    fillName: 'Rita',
    email: 'rita@buyer.example',
    content: 'Good enough, I say.',
    score: 4,
    ...more,
  }
  const { status } = await shop.call('POST', '/api/bottom/saveFeedbacks', { body, headers })
  if (status !== 200) throw new Error(`a review was refused: ${status}`)
  return String((await shop.db.one<{ id: number }>(sql`select max(id) as id from reviews`)).id)
}

export async function declareWithdrawal(
  shop: TestShop,
  more: { orderNo?: string; email?: string; fillName?: string; scope?: string; lang?: string } = {},
): Promise<string> {
  await shop.db.run(sql`truncate rate_limits`)
  const { lang = 'en-US', ...typed } = more
  const body = { orderNo: 'NONE', email: 'wim@buyer.example', fillName: 'Wim', scope: '', ...typed }
  const { status } = await shop.call('POST', '/api/bottom/withdraw', { body, headers: { 'x-locale': lang } })
  if (status !== 200) throw new Error(`a withdrawal was refused: ${status}`)
  return (await shop.db.one<{ id: string }>(sql`select id from withdrawals order by received_at desc, id limit 1`)).id
}

export const HOSTILE = `<script>alert(1)</script>‮gnp.exe\u0007 ${'x'.repeat(900)}`

export function written(shop: () => TestShop) {
  const acts = async (kind: string, id: string) =>
    fieldsOf(await auditRows(shop().db, { subject: { kind, id } }), 'act', 'actor', 'reason')

  /** The words of the last mail of this kind to this address. */
  const mailOf = (template: string, recipient: string) =>
    until(async () => {
      const mail = await shop().db.maybe<{ id: string; sealed: Buffer | null; locale: string }>(
        sql`select id, sealed, locale from mails where template = ${template} and lower(recipient) = ${recipient} order by created_at desc limit 1`,
      )
      return (
        mail?.sealed && {
          locale: mail.locale,
          ...openMail(shop().shop.ground.keyring, { id: mail.id, sealed: mail.sealed }),
        }
      )
    }, 'the mail is written')

  return { acts, mailOf }
}
