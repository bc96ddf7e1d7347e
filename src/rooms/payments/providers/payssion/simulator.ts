// Payssion for a shop that is only tried: its wire protocol on loopback, with credentials of its own.
import { randomBytes } from 'node:crypto'
import { startPayssionSimulator } from '#simulators/payssion.ts'
import type { Simulator } from '../define.ts'
import type { PayssionConfig } from './connection.ts'

const secret = () => randomBytes(24).toString('base64url')

export const payssionSimulator: Simulator<{ PAYSSION_PM_ID: string; PAYSSION_PAYABLE_DAYS: number }, PayssionConfig> = {
  pages: '/pay/',
  async start({ merchant, values }) {
    const [apiKey, secretKey] = [secret(), secret()]
    const { url, close } = await startPayssionSimulator({ apiKey, secretKey, merchant })
    const { PAYSSION_PM_ID: pmId, PAYSSION_PAYABLE_DAYS: payableDays } = values
    return { url, settings: { baseUrl: url, apiKey, secretKey, pmId, payableDays }, close }
  },
}
