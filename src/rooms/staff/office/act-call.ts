// A call that changes something. Where the session has ended one signs in over the page, and where a proof is due one proves
// oneself over it; then the call is made again, and nothing that was typed is lost.
import { CallRefused } from '#browser/call-refused.ts'
import { type OfficeCallNames, officeCall } from '#browser/office-calls.ts'
import { askForProof } from './proof.ts'
import { untilBack } from './session.ts'

/**
 * As `officeCall`; what a person does alone, for it may ask him something. `unanswered`: what is said when no answer has come, which
 * an act may be done without. One that is told by an id is not done twice; what changes nothing says so of the shop.
 */
export async function actCall<N extends OfficeCallNames>(
  name: N,
  input: Parameters<typeof officeCall<N>>[1],
  unanswered: 'act.unknown' | 'act.again' | 'error.offline' = 'act.unknown',
): ReturnType<typeof officeCall<N>> {
  for (;;) {
    try {
      return await officeCall(name, input)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (error.message === 'login.proveAgain') {
        if (!(await askForProof())) throw error
      } else if (isUnanswered(error)) throw new CallRefused(error.status, unanswered)
      else if (error.status !== 401 || !(await untilBack())) throw error
    }
  }
}

/** Too late, or the answer was lost. Without a connection nothing was sent: that is what is said then. */
const isUnanswered = ({ status }: CallRefused) => status === 504 || (status === 0 && navigator.onLine)
