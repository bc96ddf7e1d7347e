export const LONGEST_EMAIL = 254
export const LONGEST_NAME = 80
