// At the login: a passkey in place of name and password, by its button, and where the browser fills in names.
import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '#browser/calls.ts'
import { canOfferPasskeys, offerPasskeys, passkeysHere, stopAsking } from '#browser/passkeys.ts'
import type { User } from '#rooms/members/schemas.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { logInByPasskey } from './by-passkey.ts'
import { NoPasskeys } from './no-passkeys.tsx'
import { PasskeyQuestion, usePasskeyQuestion } from './passkey-question.tsx'

/** A challenge is good for five minutes; whoever takes longer is offered another. */
const OFFERED_ANEW_MS = 4 * 60_000

type PasskeyLoginProps = { disabled: boolean; remembers: () => boolean; onEntered: (user: User) => void }

export function PasskeyLogin({ disabled, remembers, onEntered }: PasskeyLoginProps) {
  const t = useMemberWords()
  const { asking, problem, ask, refuse } = usePasskeyQuestion()
  const [impossible, setImpossible] = useState(false)
  useOffer({ resting: asking, remembers, onEntered, onRefused: refuse })

  function logIn() {
    if (passkeysHere() !== 'yes') return setImpossible(true)
    void ask(async () => onEntered(await logInByPasskey(remembers)))
  }

  return (
    <PasskeyQuestion
      large
      disabled={disabled}
      label={t('login.passkey')}
      asking={asking}
      problem={problem}
      onAsk={logIn}
    >
      {impossible && <NoPasskeys />}
    </PasskeyQuestion>
  )
}

interface Offer extends Omit<PasskeyLoginProps, 'disabled'> {
  /** Browsers put one question at a time. */
  resting: boolean
  onRefused: (error: CallRefused) => void
}

/** While somebody looks at the field for his name, the browser offers him his passkeys there, if it can. */
function useOffer(offer: Offer) {
  const [round, setRound] = useState(0)
  const now = useRef(offer)
  now.current = offer
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round offers anew
  useEffect(() => {
    if (offer.resting) return
    let isOver = false
    let isAsking = false
    async function wait() {
      if (!(await canOfferPasskeys()) || isOver) return
      const user = await logInByPasskey(now.current.remembers, async (options) => {
        if (isOver) throw new DOMException('too late', 'AbortError')
        isAsking = true
        return offerPasskeys(options)
      })
      now.current.onEntered(user)
    }
    wait().catch((error) => {
      // Nobody has asked for it: that it could not be offered need not be told, only that a chosen one was refused.
      if (isOver || !isAsking || !(error instanceof CallRefused)) return
      now.current.onRefused(error)
      setRound((n) => n + 1)
    })
    const anew = setTimeout(() => setRound((n) => n + 1), OFFERED_ANEW_MS)
    return () => {
      isOver = true
      clearTimeout(anew)
      if (isAsking) stopAsking()
    }
  }, [round, offer.resting])
}
