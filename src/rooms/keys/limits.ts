// What the back office shows of stock at once.

/** `low`: on sale with no more keys than its threshold. `idle`: keys that nobody can buy, for their offer is off sale. */
export const STOCK_STATES = ['low', 'idle'] as const
export type StockState = (typeof STOCK_STATES)[number]

export const STOCKS_PER_PAGE = 50
/** Offers that run low which are counted at most. */
export const STOCKS_COUNTED = 1_000
