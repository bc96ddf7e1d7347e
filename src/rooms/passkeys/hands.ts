// What others may ask about passkeys.
import { passkeys } from './store.ts'

export const { countPasskeys } = passkeys
