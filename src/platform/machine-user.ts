// Whom the machine says is at it: the name that a command writes down with what it does.
import { userInfo } from 'node:os'

/** As he `typed` himself (`--by`), else the machine's user. A container may run as one whom it has no name for; then his number. */
export function machineUser(typed?: string): string {
  if (typed?.trim()) return typed.trim().slice(0, 100)
  try {
    return userInfo().username.slice(0, 100)
  } catch {
    return `uid ${process.getuid?.()}`
  }
}
