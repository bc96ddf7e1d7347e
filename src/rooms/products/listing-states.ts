// In which states the back office lists products. Apart from the tables: who reads a state need not load what describes tables.
export const LISTING_STATES = ['draft', 'priceless', 'off', 'out', 'low', 'on'] as const
