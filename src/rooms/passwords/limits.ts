// How long a password may be (decision D3). The most is a setting; these are where it begins and its bounds.
export const LEAST = 6
export const MOST = 16

/** Units of UTF-16 that inputs take: 30 characters, each of which may be two units. What is too long is told, not cut off. */
export const INPUT_LENGTH = 60
