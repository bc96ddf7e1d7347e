/** More devices than anybody has; what a member may fill the table with. */
export const MOST_PASSKEYS = 20
export const PASSKEY_NAME_LENGTH = 50
