// Passkeys as such, whoever's they are: members' (rooms/passkeys) and those of people who work here (rooms/staff) have tables,
// challenges and sessions of their own.
export { type Ceremonies, createCeremonies, type ShownPasskey } from './ceremonies.ts'
export { relyingParty } from './relying-party.ts'
export { nameFor, shownPasskey } from './shown.ts'
export { createPasskeyStore, type Occasion } from './store.ts'
