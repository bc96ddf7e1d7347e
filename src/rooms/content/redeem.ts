// Where a platform takes keys by its own page, by the code of the activation guide; none where there is no such page.
const PAGES: Record<string, string> = {
  steam: 'https://store.steampowered.com/account/registerkey',
  epic: 'https://store.epicgames.com/redeem',
  gog: 'https://www.gog.com/redeem',
  'ubisoft-connect': 'https://redeem.ubisoft.com/',
  xbox: 'https://redeem.microsoft.com/',
  'microsoft-store': 'https://redeem.microsoft.com/',
  nintendo: 'https://ec.nintendo.com/redeem/',
  apple: 'https://apps.apple.com/redeem',
  'google-play': 'https://play.google.com/redeem',
}

export function redeemPage(activation: string | null): string | undefined {
  return Object.hasOwn(PAGES, activation ?? '') ? PAGES[activation!] : undefined
}
