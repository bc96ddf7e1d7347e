// Where the operator is told besides by mail.
import { z } from 'zod'
import { isLocal } from '#platform/config-modes.ts'
import { type Variables, webUrl } from '#platform/variables.ts'

interface Values {
  ALERTS_TELEGRAM_TOKEN?: string
  ALERTS_TELEGRAM_CHAT?: string
  ALERTS_TELEGRAM_URL?: string
  ALERTS_WEBHOOK_URL?: string
  ALERTS_WEBHOOK_SECRET?: string
}

export const BOT_API = 'https://api.telegram.org'

export const VARIABLES: Variables<Values> = {
  name: 'alerts',
  shape: {
    ALERTS_TELEGRAM_TOKEN: z.optional(
      z.string().regex(/^\d{3,20}:[\w-]{20,100}$/, 'must be the token of a bot, as @BotFather gives it'),
    ),
    ALERTS_TELEGRAM_CHAT: z.optional(
      z.string().regex(/^(-?\d{1,20}|@\w{4,32})$/, 'must be the number of a chat, or @ and the name of a channel'),
    ),
    ALERTS_TELEGRAM_URL: z.optional(webUrl),
    ALERTS_WEBHOOK_URL: z.optional(webUrl),
    // Standard Webhooks: 24 to 64 bytes in base64.
    ALERTS_WEBHOOK_SECRET: z.optional(
      z.string().regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, 'must be whsec_ and 24 to 64 random bytes in base64'),
    ),
  },
  setTogether: [
    ['ALERTS_TELEGRAM_TOKEN', 'ALERTS_TELEGRAM_CHAT'],
    ['ALERTS_WEBHOOK_URL', 'ALERTS_WEBHOOK_SECRET'],
  ],
  refusals: (values, mode) =>
    (['ALERTS_TELEGRAM_URL', 'ALERTS_WEBHOOK_URL'] as const).flatMap((name) => {
      const address = values[name]
      const isOpen = address?.startsWith('http:') && !isLocal(new URL(address).hostname)
      return mode === 'live' && isOpen ? [`${name}: live mode needs https to another machine`] : []
    }),
}
