/** What most tests buy: gift cards with keys, of which a run has more than enough (shop.ts). */
export const KEYS = '/mobile-cards/apple-gift-card-united-states'

/** The product with most to see: versions, sellers, languages, reviews. */
export const ELDEN_RING = '/rpg-games/elden-ring'
