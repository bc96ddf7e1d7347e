// An address of the operator's own, told as Standard Webhooks says (standardwebhooks.com): JSON, an id that stays the same
// however often it is tried, and a signature over id, time and body.
import { createHmac } from 'node:crypto'
import { type Channel, ChannelAway, type Message, post } from './channel.ts'

/** It asks to be told no more. */
const GONE = 410

export function webhookChannel(of: { url: string; secret: string }): Channel {
  const key = Buffer.from(of.secret.slice('whsec_'.length), 'base64')
  return {
    name: 'webhook',
    where: new URL(of.url).host,
    async send(message) {
      const body = JSON.stringify(bodyOf(message))
      // Of this try: receivers refuse what is older than some minutes.
      const time = String(Math.floor(Date.now() / 1000))
      const signature = createHmac('sha256', key).update(`${message.id}.${time}.${body}`).digest('base64')
      const status = await post('webhook', of.url, body, {
        'webhook-id': message.id,
        'webhook-timestamp': time,
        'webhook-signature': `v1,${signature}`,
      })
      if (status >= 200 && status < 300) return
      throw new ChannelAway('webhook', status === GONE ? 'refused' : 'status', status)
    },
  }
}

function bodyOf({ at, shop, kind, what, alerts, office }: Message) {
  return {
    type: alerts.length > 0 ? 'alerts.raised' : 'alerts.test',
    timestamp: at.toISOString(),
    data: { shop, kind, what, office, alerts },
  }
}
