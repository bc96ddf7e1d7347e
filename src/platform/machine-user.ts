// Whom the machine says is at it: the name that a command writes down with what it does.
import { userInfo } from 'node:os'

/** A container may run as a user whom the machine has no name for; then his number. */
export function machineUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}
