// Payssion for a shop that is only tried: its wire protocol on loopback, with credentials of its own.
import { randomBytes } from 'node:crypto'
import { startPayssionSimulator } from '#simulators/payssion.ts'
import type { Simulator } from '../define.ts'
import { CATALOGUE } from './catalogue.ts'
import type { PayssionConfig } from './connection.ts'

const secret = () => randomBytes(24).toString('base64url')

export const payssionSimulator: Simulator<{ PAYSSION_PM_ID: string; PAYSSION_PAYABLE_DAYS: number }, PayssionConfig> = {
  pages: '/pay/',
  async start({ merchant, values }) {
    const [apiKey, secretKey] = [secret(), secret()]
    const { PAYSSION_PM_ID: pmId, PAYSSION_PAYABLE_DAYS: payableDays } = values
    const methods = {
      payssion_test: {},
      [pmId]: {},
      ...Object.fromEntries([...CATALOGUE].map(([code, { currencies }]) => [code, { currencies }])),
    }
    const { url, close } = await startPayssionSimulator({ apiKey, secretKey, merchant, methods })
    return { url, settings: { baseUrl: url, apiKey, secretKey, pmId, payableDays }, close }
  },
}
