// The card gateway for a shop that is only tried: its wire protocol on loopback, with credentials of its own.
import { randomBytes } from 'node:crypto'
import { startEecpaySimulator } from '#simulators/eecpay.ts'
import type { Simulator } from '../define.ts'
import type { EecpayConfig } from './connection.ts'

export const eecpaySimulator: Simulator<object, EecpayConfig> = {
  pages: '/pay/',
  async start({ merchant }) {
    const [merchantNo, secretKey] = [`M${randomBytes(6).toString('hex')}`, randomBytes(24).toString('base64url')]
    const { url, close } = await startEecpaySimulator({ merchantNo, secretKey, merchant })
    return { url, settings: { baseUrl: url, merchantNo, secretKey }, close }
  },
}
