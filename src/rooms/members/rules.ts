// What makes two names of a member the same.

/**
 * Usernames and addresses are one without regard to case and Unicode form (decision F1). Through capitals and back, so that
 * ß and ss, ſ and s are one, too.
 */
export const nameKey = (name: string) => name.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC')
