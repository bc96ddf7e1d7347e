// The consent as it is shown: another text than the one that was ticked is not ticked.
import { useState } from 'react'
import type { Waiver } from '../contract.ts'

export function useWaiver(given: Waiver | null) {
  const [replaced, setReplaced] = useState<Waiver>()
  const [accepted, setAccepted] = useState<string>()
  const shown = replaced ?? given
  return {
    shown,
    ticked: shown !== null && accepted === shown.version,
    tick: (ticked: boolean) => setAccepted(ticked ? shown?.version : undefined),
    replace: setReplaced,
  }
}
