// The browser's own virtual authenticator, and where it makes passkeys: at an address of digits browsers make none.
import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/** The shop under the name of its machine. */
export const named = () => process.env.SHOP_URL!.replace('127.0.0.1', 'localhost')

/** One that unlocks itself at once, as a finger would. */
export async function withAuthenticator(context: BrowserContext, page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}
