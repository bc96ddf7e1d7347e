/** More devices than anybody has; what one person may fill a table with. */
export const MOST_PASSKEYS = 20
export const PASSKEY_NAME_LENGTH = 50
/** For which a challenge waits for its answer. */
export const CHALLENGE_MINUTES = 5
