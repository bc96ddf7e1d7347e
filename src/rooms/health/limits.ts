export const HEALTH_PER_PAGE = 50
/** More jobs are not looked at for the figures, nor more of those that are tried no more. */
export const MOST_JOBS = 10_000
/** Mails by the thousand go in less; a job that is due for longer says that the workers do not keep up. */
export const LONGEST_DUE_MINUTES = 15
/** More entries of the journal are not counted. */
export const MOST_ENTRIES = 1_000
export const LONGEST_TASK = 80
export const LONGEST_MAIL_SEARCH = 254
