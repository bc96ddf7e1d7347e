// How long the stock of offers lasts, as whoever sells keys knows it.

/** Of an offer. */
export interface Lasts {
  /** Keys within the last 28 days, counted to 1,000. */
  sold: number
  /** Whole days, as fast as it sold lately; null: nothing was sold, so nobody can say. */
  daysLeft: number | null
}

export type StockLasts = (offers: readonly { id: number; stock: number }[]) => Promise<ReadonlyMap<number, Lasts>>

declare module '#platform/room.ts' {
  interface Declarations {
    stockLasts: Record<string, StockLasts>
  }
}
