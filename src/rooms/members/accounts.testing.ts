// For tests: what people do to become members and to get back in, and what is in their mail.
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import type { Answer, TestShop } from '#test/harness.ts'

export interface Visitor {
  email: string
  username: string
  password: string
}

export function accounts(shop: () => TestShop) {
  const call: TestShop['call'] = (method, path, options) => shop().call(method, path, options)
  const seal = (password: string) => sealForTest(call, password)

  async function register(visitor: Visitor, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const { email, username, password } = visitor
    const body = { email, username, pwd: await seal(password), confirmPwd: await seal(password), checkCondition: true }
    return call('POST', '/api/register', { body: { ...body, ...more }, headers })
  }

  /** The words of the newest mail of this kind to this address, once there are so many of them. */
  async function mailTo(recipient: string, template: string, count = 1): Promise<{ subject: string; text: string }> {
    const mail = await until(async () => {
      const mails = await shop().db.query<{ id: string; sealed: Buffer | null }>(sql`
        select id, sealed from mails where recipient = ${recipient} and template = ${template} order by created_at desc, id`)
      return mails.length >= count && mails[0]!.sealed ? { id: mails[0]!.id, sealed: mails[0]!.sealed } : undefined
    }, `${template} to ${recipient}`)
    return openMail(shop().shop.ground.keyring, mail)
  }

  const linkIn = ({ text }: { text: string }) => decodeURIComponent(/(?:#token|\?code)=([\w.%-]+)/.exec(text)![1]!)
  const registrationLink = async (email: string, count = 1) => linkIn(await mailTo(email, 'registerConfirm', count))
  const resetLink = async (email: string, count = 1) => linkIn(await mailTo(email, 'passwordReset', count))

  const confirm = async (token: string, password: string, more: object = {}) =>
    call('POST', '/api/register/confirm', { body: { token, pwd: await seal(password), ...more } })

  const login = async (username: string, password: string) =>
    call('POST', '/api/login', { body: { username, password: await seal(password) } })

  /** All jobs that were enqueued so far are done. */
  const jobsDone = () =>
    until(
      async () =>
        (
          await shop().db.query(sql`
          select 1 from graphile_worker.jobs where task_identifier in ('members.registered', 'members.forgotten', 'mail.send') limit 1`)
        ).length === 0,
      'the jobs are done',
    )

  return { call, seal, register, mailTo, registrationLink, resetLink, confirm, login, jobsDone }
}

export const ADA = { email: 'ada@example.com', username: 'Ada', password: 'plum-engine-9' }
