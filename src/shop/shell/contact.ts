// How the shop is reached, on every page.

export const CONTACT: { email: string; chat: string | null } = {
  email: 'support@latchkey.example',
  /** Address of the chat; null: there is none. */
  chat: null,
}
