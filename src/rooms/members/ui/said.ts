/** The id of the place below the header where a member is told something; in sight on every width, unlike the header's parts. */
export const SAID_ID = 'said'
