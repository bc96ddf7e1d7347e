export const AUDIT_PER_PAGE = 50
export const LONGEST_ACT = 80
export const LONGEST_SUBJECT = 200
