import { setImmediate as nextTurn } from 'node:timers/promises'

/** Building gives way to requests at least this often. */
const LONGEST_PAUSE_MS = 8

/** Does the work in pieces between which others work. */
export async function inPieces(work: Generator<void, void>): Promise<void> {
  for (;;) {
    const end = performance.now() + LONGEST_PAUSE_MS
    let step = work.next()
    while (!step.done && performance.now() < end) step = work.next()
    if (step.done) return
    await nextTurn()
  }
}
