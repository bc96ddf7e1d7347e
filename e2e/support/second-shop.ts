// A shop beside the one that all tests share, for tests that need it otherwise.
import { type OpenGround, openBeside, startShop } from './shop.ts'

export interface SecondShop {
  origin: string
  /** Of the running shop, which hears of every change by itself. */
  db: OpenGround['db']
  keyring: OpenGround['keyring']
}

/** Starts it, hands it to `work`, and ends it. `name` and `env` as `startShop` takes them. */
export async function withSecondShop(
  name: string,
  env: Record<string, string>,
  work: (shop: SecondShop) => Promise<void>,
): Promise<void> {
  const shop = await startShop(name, env)
  try {
    const { db, keyring, close } = await openBeside(shop.dataDir)
    try {
      await work({ origin: shop.origin, db, keyring })
    } finally {
      await close()
    }
  } finally {
    await shop.close()
  }
}
