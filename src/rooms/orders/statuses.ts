// In which statuses an order can be (decision C1). Apart from the tables: who reads a status need not load what describes tables.
export const ORDER_STATUSES = [
  'Unpaid', 'Paid', 'Processing', 'Delivered', 'Completed', 'Cancelled', 'Expired', 'Refunded', 'PartlyRefunded', 'Disputed',
] as const // biome-ignore format: a list of words
