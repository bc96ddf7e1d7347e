// What a saved reply says to this customer. The value goes in as it is: what stands in a name is no placeholder.
import type { Item } from './item.ts'

export function fillReply(text: string, { name, about }: Pick<Item, 'name' | 'about'>): string {
  const values: Record<string, string> = {
    name,
    order: about.kind === 'ticket' || about.kind === 'withdrawal' ? (about.orderNo ?? '') : '',
  }
  return text.replace(/\{\{(name|order)\}\}/g, (_, word: string) => values[word] ?? '')
}
