/** Addresses are one without regard to case and Unicode form. */
export const emailKeyOf = (email: string) => email.normalize('NFKC').trim().toLowerCase()
