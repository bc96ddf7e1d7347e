// What others may ask about passkeys.
export { countPasskeys } from './store.ts'
