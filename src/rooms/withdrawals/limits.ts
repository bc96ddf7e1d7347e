// How much somebody who withdraws may type, in characters. Apart from the rules, which pages fetch later.
export const ORDER_NO_LENGTH = 40
export const NAME_LENGTH = 100
export const EMAIL_LENGTH = 100
export const SCOPE_LENGTH = 500
