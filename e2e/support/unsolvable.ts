/** A task that no browser works out: no number up to this one solves it. */
export const UNSOLVABLE = {
  algorithm: 'SHA-256',
  challenge: '0'.repeat(64),
  maxnumber: 10,
  salt: 'ab',
  signature: 'ab',
}
