// Numbers of the login form (specification §5).
export const LOGIN_NAME_LENGTH = 50
export const LOGIN_PASSWORD_LENGTH = 60
