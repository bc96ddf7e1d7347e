// Telegram: a bot writes into a chat (Bot API, `sendMessage`). A chat is read by another company's machines: kinds and numbers
// of orders stand there, and nothing of what is known of them.
import { type Channel, ChannelAway, type Message, post } from './channel.ts'

/** Telegram's limit is 4,096. */
const LONGEST = 3_500
const NAMED = 10

/** What Telegram answers where the bot is no bot any more, or may not write into this chat. */
const REFUSED = [400, 401, 403, 404]

export function telegramChannel(of: { url: string; token: string; chat: string }): Channel {
  return {
    name: 'telegram',
    where: of.chat,
    async send(message) {
      const body = {
        chat_id: of.chat,
        text: textOf(message),
        link_preview_options: { is_disabled: true },
      }
      const address = `${of.url.replace(/\/$/, '')}/bot${of.token}/sendMessage`
      const status = await post('telegram', address, JSON.stringify(body))
      if (status === 200) return
      throw new ChannelAway('telegram', REFUSED.includes(status) ? 'refused' : 'status', status)
    },
  }
}

function textOf({ shop, kind, what, alerts, office }: Message): string {
  const money = alerts.some((alert) => alert.money) ? 'Money: ' : ''
  const more = alerts.length - NAMED
  return [
    `${shop}: ${money}${kind}${alerts.length > 1 ? ` (${alerts.length})` : ''}`,
    what.slice(0, 1_000),
    alerts
      .slice(0, NAMED)
      .map(({ orderNo, at }) => (orderNo ? `Order ${orderNo}, since ${at}` : `Since ${at}`))
      .join('\n'),
    more > 0 ? `and ${more} more` : '',
    office,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, LONGEST)
}
