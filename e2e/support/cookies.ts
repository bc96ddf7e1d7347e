// What a browser keeps of the shop.
import type { BrowserContext } from '@playwright/test'

export const cookieOf = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name)?.value
