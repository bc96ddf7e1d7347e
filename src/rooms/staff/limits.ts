export const LONGEST_EMAIL = 254
export const LONGEST_NAME = 80
/** Why somebody did something. */
export const LONGEST_REASON = 1_000
/** Seconds since the last proof of who one is, for what costs money or shows secrets (office.md, "Signing in"). */
export const OFFICE_PROVED_WITHIN = 15 * 60
export const PEOPLE_PER_PAGE = 50
/** Sessions of one person that are shown. */
export const SESSIONS_SHOWN = 100
export const LONGEST_ROLE = 40
export const MOST_ROLES = 50
/** As roles are named: letters and digits of any script, and what joins words. */
export const ROLE_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} &'’._-]*[\p{L}\p{N}\p{M}.])?$/u
/** The name of a list's view, in characters. */
export const LONGEST_VIEW_NAME = 60
