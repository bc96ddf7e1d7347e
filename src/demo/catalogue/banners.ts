// The carousel on the home page. The art has no lettering: the page sets title and line over its calm side.
import { type DemoWords, inEachLanguage } from '../words.ts'
import type { DemoBanner } from './types.ts'

interface Draft extends Omit<DemoBanner, 'title' | 'line'> {
  slug: keyof DemoWords['banners']
}

const drafts: readonly Draft[] = [
  { slug: 'elden-ring', target: { product: 'elden-ring' }, genre: 'rpg', seed: 'erdtree' },
  { slug: 'silksong', target: { product: 'hollow-knight-silksong' }, genre: 'platformer', seed: 'silk' },
  { slug: 'strategy-nights', target: { category: 'strategy-games' }, genre: 'strategy', seed: 'hexes' },
  { slug: 'steam-wallet', target: { category: 'steam-wallet' }, genre: 'puzzle', seed: 'wallet' },
  { slug: 'horror-week', target: { category: 'horror-games' }, genre: 'horror', seed: 'door' },
  { slug: 'forza-horizon-5', target: { product: 'forza-horizon-5' }, genre: 'racing', seed: 'volcano' },
  { slug: 'it-takes-two', target: { product: 'it-takes-two' }, genre: 'adventure', seed: 'shed' },
  { slug: 'indie-shelf', target: { category: 'indie-games' }, genre: 'indie', seed: 'paper' },
]

export const banners: readonly DemoBanner[] = drafts.map((draft) => ({
  ...draft,
  title: inEachLanguage((words) => words.banners?.[draft.slug]?.title),
  line: inEachLanguage((words) => words.banners?.[draft.slug]?.line),
}))
