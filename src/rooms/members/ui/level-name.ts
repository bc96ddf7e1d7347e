// What a level is called: those of a new shop in the visitor's language, an operator's own as he calls them.
import type { TranslateMember } from './words.ts'

const OF_A_NEW_SHOP = {
  Bronze: 'level.bronze',
  Silver: 'level.silver',
  Gold: 'level.gold',
  Platinum: 'level.platinum',
  Diamond: 'level.diamond',
} as const

export function levelName(t: TranslateMember, name: string): string {
  return Object.hasOwn(OF_A_NEW_SHOP, name) ? t(OF_A_NEW_SHOP[name as keyof typeof OF_A_NEW_SHOP]) : name
}
