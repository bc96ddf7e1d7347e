// Two levels. A product always sits in a leaf.
import { type DemoWords, inEachLanguage } from '../words.ts'
import type { DemoCategory, ProductType } from './types.ts'

type Slug = keyof DemoWords['categories']

export const categories: readonly DemoCategory[] = [
  top('pc-games', 0),
  leaf('pc-games', 'action-games'),
  leaf('pc-games', 'rpg-games'),
  leaf('pc-games', 'shooter-games'),
  leaf('pc-games', 'strategy-games'),
  leaf('pc-games', 'simulation-games'),
  leaf('pc-games', 'adventure-games'),
  leaf('pc-games', 'survival-games'),
  leaf('pc-games', 'horror-games'),
  leaf('pc-games', 'racing-games'),
  leaf('pc-games', 'sports-games'),
  leaf('pc-games', 'puzzle-games'),
  leaf('pc-games', 'indie-games'),

  top('console-games', 0),
  leaf('console-games', 'playstation-games'),
  leaf('console-games', 'xbox-games'),
  leaf('console-games', 'nintendo-games'),

  top('gift-cards', 1),
  leaf('gift-cards', 'steam-wallet', 1),
  leaf('gift-cards', 'playstation-cards', 1),
  leaf('gift-cards', 'xbox-cards', 1),
  leaf('gift-cards', 'nintendo-cards', 1),
  leaf('gift-cards', 'mobile-cards', 1),
  leaf('gift-cards', 'memberships', 1),

  top('game-points', 1),
  leaf('game-points', 'pc-points', 1),
  leaf('game-points', 'mobile-points', 1),

  top('accounts', 2),
  leaf('accounts', 'pc-accounts', 2),
  leaf('accounts', 'mobile-accounts', 2),
]

function top(slug: Slug, type: ProductType): DemoCategory {
  return { slug, parent: null, name: nameOf(slug), type }
}

function leaf(parent: Slug, slug: Slug, type: ProductType = 0): DemoCategory {
  return { slug, parent, name: nameOf(slug), type }
}

function nameOf(slug: Slug) {
  return inEachLanguage((words) => words.categories?.[slug])
}
