// What an uploaded picture may be at most (decision F10).

export const MOST_BYTES = 5 * 1024 * 1024

/** A photograph of today's cameras; it takes some 120 MB to unpack. */
export const MOST_PIXELS = 40_000_000
