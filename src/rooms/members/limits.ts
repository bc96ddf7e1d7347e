// Numbers of the members' forms (specification §5).
export const EMAIL_LENGTH = 50
export const UNAME_LENGTH = 50
export const PHONE_LENGTH = 30
export const ZIP_LENGTH = 50
export const ADDRESS_LENGTH = 200
export const USERNAME_LENGTH = 30
