/** The id of the place below the header where a member is told something after he has logged in. */
export const SAID_ID = 'said'
