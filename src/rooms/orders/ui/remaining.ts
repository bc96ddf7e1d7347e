/** How long until an order expires, for the countdown: `{ minutes: 29, seconds: 59 }`; zero once it has. */
export function remaining(expiresAt: number, now: number): { minutes: number; seconds: number } {
  const left = Math.max(0, Math.ceil((expiresAt - now) / 1000))
  return { minutes: Math.floor(left / 60), seconds: left % 60 }
}
