// The channels that this shop is set up with.
import type { VARIABLES } from '../variables.ts'
import { BOT_API } from '../variables.ts'
import type { Channel } from './channel.ts'
import { telegramChannel } from './telegram.ts'
import { webhookChannel } from './webhook.ts'

type Values = Parameters<(typeof VARIABLES)['refusals']>[0]

export function channelsOf(values: Values): Channel[] {
  const { ALERTS_TELEGRAM_TOKEN: token, ALERTS_TELEGRAM_CHAT: chat, ALERTS_TELEGRAM_URL = BOT_API } = values
  const { ALERTS_WEBHOOK_URL: url, ALERTS_WEBHOOK_SECRET: secret } = values
  return [
    ...(token && chat ? [telegramChannel({ url: ALERTS_TELEGRAM_URL, token, chat })] : []),
    ...(url && secret ? [webhookChannel({ url, secret })] : []),
  ]
}
