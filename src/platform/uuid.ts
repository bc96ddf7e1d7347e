// Ids as `crypto.randomUUID` writes them: 36 characters, in lower case.

const WRITTEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TYPED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string) => WRITTEN.test(text)

/** As somebody may type or paste it: in any case. */
export const isTypedUuid = (text: string) => TYPED.test(text)
