// At the login: a passkey in place of name and password, by its button, and where the browser fills in names.
import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '#browser/calls.ts'
import { canOfferPasskeys, offerPasskeys, passkeysHere, stopAsking } from '#browser/passkeys.ts'
import type { User } from '#rooms/members/schemas.ts'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { logInByPasskey, sayNoPasskey } from './by-passkey.ts'
import { NoPasskeys } from './no-passkeys.tsx'
import { Or } from './or.tsx'

/** A challenge is good for five minutes; whoever takes longer is offered another. */
const OFFERED_ANEW_MS = 4 * 60_000

type PasskeyLoginProps = { disabled: boolean; remembers: () => boolean; onEntered: (user: User) => void }

export function PasskeyLogin({ disabled, remembers, onEntered }: PasskeyLoginProps) {
  const t = useMemberWords()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [impossible, setImpossible] = useState(false)
  useOffer({ resting: asking, remembers, onEntered, onRefused: (error) => setProblem(sayNoPasskey(error, t)) })

  async function logIn() {
    setProblem(undefined)
    if (passkeysHere() !== 'yes') return setImpossible(true)
    setAsking(true)
    try {
      onEntered(await logInByPasskey(remembers))
    } catch (error) {
      setProblem(sayNoPasskey(error, t))
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className="mt-5 grid gap-5">
      <Or />
      <Button
        size="lg"
        block
        disabled={disabled}
        icon={<Fingerprint size={20} aria-hidden="true" />}
        loading={asking}
        loadingLabel={t('login.sending')}
        onClick={() => void logIn()}
      >
        {t('login.passkey')}
      </Button>
      {impossible && <NoPasskeys />}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </div>
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
      if (isAsking) void stopAsking()
    }
  }, [round, offer.resting])
}
