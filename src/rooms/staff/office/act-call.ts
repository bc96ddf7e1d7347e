// A call that changes something. Where the session has ended one signs in over the page, and where a proof is due one proves
// oneself over it; then the call is made again, and nothing that was typed is lost.
import { CallRefused } from '#browser/call-refused.ts'
import { type OfficeCallNames, officeCall } from '#browser/office-calls.ts'
import { askForProof } from './proof.ts'
import { untilBack } from './session.ts'

/** As `officeCall`; what a person does alone, for it may ask him something. */
export const actCall: typeof officeCall = async <N extends OfficeCallNames>(
  ...call: Parameters<typeof officeCall<N>>
) => {
  for (;;) {
    try {
      return await officeCall<N>(...call)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (error.message === 'login.proveAgain') {
        if (!(await askForProof())) throw error
      } else if (error.status !== 401 || !(await untilBack())) throw error
    }
  }
}
