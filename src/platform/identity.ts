// What the shop is called and where it is written to: as the operator has it in the office, else as its environment says.
import { z } from 'zod'
import type { Config } from './config.ts'
import type { Queryable } from './database/database.ts'
import { defineSetting } from './settings/define.ts'
import type { Settings } from './settings/settings.ts'
import { settingText } from './settings/write.ts'

/** One line in which nothing is hidden: it stands in pages, mails, feeds and pictures. Empty: as the environment says. */
const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]*$/u)
    .transform((text) => text.trim())

export const SHOP_NAME = defineSetting('shop.name', { schema: line(60), initial: '' })
export const SUPPORT_EMAIL = defineSetting('shop.supportEmail', {
  schema: z.union([z.literal(''), z.email().max(254)]),
  initial: '',
})

export interface Identity {
  /** What the shop is called, everywhere. */
  name(): string
  /** Where people write to, and where the operator is told; undefined: nobody set it in the office. */
  supportEmail(): string | undefined
  /** The sender of its mails, as mail programs show him. */
  sender(): string | { name: string; address: string }
}

export function identityIn(settings: Pick<Settings, 'read'>, config: Pick<Config, 'shopName' | 'mailFrom'>): Identity {
  const named = () => settings.read(SHOP_NAME) || undefined
  return {
    name: () => named() ?? config.shopName,
    supportEmail: () => settings.read(SUPPORT_EMAIL) || undefined,
    sender() {
      const name = named()
      return name === undefined ? config.mailFrom : { name, address: addressIn(config.mailFrom) }
    },
  }
}

/** The same name, before any room is open and for programs beside the shop. */
export async function storedName(db: Queryable, { shopName }: Pick<Config, 'shopName'>): Promise<string> {
  return SHOP_NAME.schema.catch('').parse(await settingText(db, SHOP_NAME)) || shopName
}

/** Of `Key Shop <orders@shop.example>`. */
const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
