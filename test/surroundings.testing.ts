// For tests: what surrounds a shop (secrets of its own, the simulators of all providers) and the environment that says so.
import { randomBytes } from 'node:crypto'
import { type EecpaySimulator, startEecpaySimulator } from '#simulators/eecpay.ts'
import { type PayPalSimulator, startPayPalSimulator } from '#simulators/paypal.ts'
import { type PayssionSimulator, startPayssionSimulator } from '#simulators/payssion.ts'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe.ts'

export const FIGURES_TOKEN = 'the-figures-of-a-test'

/** The environment with which a shop process runs against these simulators and this database. */
export function shopEnvironment(of: {
  databaseUrl: string
  dataDir: string
  payssion: PayssionSimulator
  stripe: StripeSimulator
  paypal: PayPalSimulator
  eecpay: EecpaySimulator
  secrets: Secrets
}): Record<string, string> {
  return {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: of.dataDir,
    DATABASE_URL: of.databaseUrl,
    DEMO: 'off',
    PICTURES_AHEAD: '0',
    LOG_LEVEL: 'silent',
    METRICS_TOKEN: FIGURES_TOKEN,
    ORDERS_PER_MINUTE: '1000000',
    LOGINS_PER_MINUTE: '1000000',
    STAFF_SIGN_INS_PER_MINUTE: '1000000',
    REGISTRATIONS_PER_MINUTE: '1000000',
    FORGOTTEN_PER_MINUTE: '1000000',
    ACCOUNT_LINKS_PER_MINUTE: '1000000',
    CAPTCHAS_PER_MINUTE: '1000000',
    SECURITY_PER_MINUTE: '1000000',
    CATALOGUE_PER_MINUTE: '1000000',
    PICTURES_PER_MINUTE: '1000000',
    // One address makes all orders here; what is reserved without paying is limited in tests of its own.
    UNPAID_PER_MAILBOX: '0',
    UNPAID_PER_ADDRESS: '0',
    UNPAID_STOCK_PERCENT: '0',
    VAULT_KEYS: of.secrets.vaultKey,
    PAYSSION_BASE_URL: of.payssion.url,
    PAYSSION_API_KEY: of.secrets.payssionApiKey,
    PAYSSION_SECRET_KEY: of.secrets.payssionSecret,
    STRIPE_BASE_URL: of.stripe.url,
    STRIPE_SECRET_KEY: of.secrets.stripeSecret,
    STRIPE_WEBHOOK_SECRET: of.secrets.stripeWebhook,
    PAYPAL_SIMULATOR_URL: of.paypal.url,
    PAYPAL_SIMULATOR_CA: of.paypal.authority,
    PAYPAL_CLIENT_ID: of.secrets.paypalClientId,
    PAYPAL_CLIENT_SECRET: of.secrets.paypalSecret,
    PAYPAL_WEBHOOK_ID: of.paypal.webhookId,
    PAYPAL_MERCHANT_ID: of.paypal.merchantId,
    EECPAY_BASE_URL: of.eecpay.url,
    EECPAY_MERCHANT_NO: of.secrets.eecpayMerchant,
    EECPAY_SECRET_KEY: of.secrets.eecpaySecret,
  }
}

export interface Secrets {
  vaultKey: string
  payssionApiKey: string
  payssionSecret: string
  stripeSecret: string
  stripeWebhook: string
  paypalClientId: string
  paypalSecret: string
  eecpayMerchant: string
  eecpaySecret: string
}

export function makeSecrets(): Secrets {
  const secret = () => randomBytes(24).toString('base64url')
  return {
    vaultKey: randomBytes(32).toString('base64'),
    payssionApiKey: secret(),
    payssionSecret: secret(),
    stripeSecret: `sk_test_${secret()}`,
    stripeWebhook: `whsec_${secret()}`,
    paypalClientId: secret(),
    paypalSecret: secret(),
    eecpayMerchant: 'M-test',
    eecpaySecret: secret(),
  }
}

export async function startSimulators(secrets: Secrets, notifyRetryDelays = [20, 50, 100, 200, 400]) {
  const payssion = await startPayssionSimulator({
    apiKey: secrets.payssionApiKey,
    secretKey: secrets.payssionSecret,
    notifyRetryDelays,
  })
  const stripe = await startStripeSimulator({
    secretKey: secrets.stripeSecret,
    webhookSecret: secrets.stripeWebhook,
    notifyRetryDelays,
  })
  const paypal = await startPayPalSimulator({
    clientId: secrets.paypalClientId,
    clientSecret: secrets.paypalSecret,
    notifyRetryDelays,
  })
  const eecpay = await startEecpaySimulator({
    merchantNo: secrets.eecpayMerchant,
    secretKey: secrets.eecpaySecret,
    notifyRetryDelays,
  })
  return { payssion, stripe, paypal, eecpay }
}
