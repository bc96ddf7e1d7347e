export const LONGEST_EMAIL = 254
export const LONGEST_NAME = 80
/** Why somebody did something. */
export const LONGEST_REASON = 1_000
/** Seconds since the last proof of who one is, for what costs money or shows secrets (office.md, "Signing in"). */
export const OFFICE_PROVED_WITHIN = 15 * 60
