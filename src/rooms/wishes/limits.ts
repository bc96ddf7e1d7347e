/** Wishes of one member. */
export const MOST_WISHES = 200
