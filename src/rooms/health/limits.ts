export const HEALTH_PER_PAGE = 50
/** More jobs are not looked at for the figures. */
export const MOST_JOBS = 10_000
/** More entries of the journal are not counted. */
export const MOST_ENTRIES = 1_000
export const LONGEST_TASK = 80
export const LONGEST_MAIL_SEARCH = 254
