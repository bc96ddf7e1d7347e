// What other rooms may ask about passwords.
import type { Hashing } from './hashing.ts'
import type { Judging } from './judging.ts'
import type { PasswordKeys } from './keys.ts'

export type Passwords = Pick<PasswordKeys, 'open'> & Pick<Hashing, 'hash' | 'verify'> & Pick<Judging, 'judge'>
