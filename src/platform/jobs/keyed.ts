// A job whose key another may have.
const MOST_ASKED = 10

/**
 * `add_job` adds nothing, and says so by an empty row alone, where a worker takes the job of the same key while it is asked: it
 * first looks for one that is taken, then replaces one that is not. Asked again, it sees the one that is taken.
 */
export async function untilAdded(ask: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < MOST_ASKED; n++) if (await ask()) return
  throw new Error('a job was not added: workers take those of its key one after the other')
}
