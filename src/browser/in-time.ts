import { CallRefused } from './call-refused.ts'

/** A connection that says nothing for so long is none: browsers themselves wait for minutes. */
const LONGEST_MS = 30_000

/** The answer of a call for which somebody waits who can do nothing else meanwhile; throws CallRefused as without a connection. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CallRefused(0, 'error.offline')), LONGEST_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
