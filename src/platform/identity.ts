// What the shop is called and where it is written to: as the operator has it in the office, else as its environment says.
import type { Config } from './config.ts'
import type { Queryable } from './database/database.ts'
import { defineSetting, mayBeEmail, plainLine, type Setting } from './settings/define.ts'
import type { Settings } from './settings/settings.ts'
import { settingText } from './settings/write.ts'

/** Empty: as the environment says. */
export const SHOP_NAME = defineSetting('shop.name', { schema: plainLine(60), initial: '' })
export const SUPPORT_EMAIL = defineSetting('shop.supportEmail', {
  schema: mayBeEmail,
  initial: '',
})

/** Who mails are from, as mail programs show him, and where answers go. Empty: the shop's name, the environment's address, support. */
export const MAIL_NAME = defineSetting('mail.fromName', { schema: plainLine(60), initial: '' })
export const MAIL_ADDRESS = defineSetting('mail.fromAddress', { schema: mayBeEmail, initial: '' })
export const MAIL_REPLY_TO = defineSetting('mail.replyTo', { schema: mayBeEmail, initial: '' })

export interface Identity {
  /** What the shop is called, everywhere. */
  name(): string
  /** Where people write to, and where the operator is told; undefined: nobody set it in the office. */
  supportEmail(): string | undefined
  /** The sender of its mails, as mail programs show him. */
  sender(): string | { name: string; address: string }
  /** Where answers to its mails go; undefined: to support. */
  replyTo(): string | undefined
}

export function identityIn(settings: Pick<Settings, 'read'>, config: Pick<Config, 'shopName' | 'mailFrom'>): Identity {
  const said = (setting: Setting<string>) => settings.read(setting) || undefined
  return {
    name: () => said(SHOP_NAME) ?? config.shopName,
    supportEmail: () => said(SUPPORT_EMAIL),
    sender() {
      const name = said(MAIL_NAME) ?? said(SHOP_NAME)
      const address = said(MAIL_ADDRESS)
      if (name === undefined && address === undefined) return config.mailFrom
      return { name: name ?? nameIn(config.mailFrom), address: address ?? addressIn(config.mailFrom) }
    },
    replyTo: () => said(MAIL_REPLY_TO),
  }
}

/** The shop's name as it is stored, else SHOP_NAME: before any room is open, and for programs beside the shop. */
export async function storedName(db: Queryable, { shopName }: Pick<Config, 'shopName'>): Promise<string> {
  return SHOP_NAME.schema.catch('').parse(await settingText(db, SHOP_NAME)) || shopName
}

/** The address in `Key Shop <orders@shop.example>`. */
const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
const nameIn = (from: string) => /^\s*"?([^<"]*?)"?\s*</.exec(from)?.[1] ?? ''
