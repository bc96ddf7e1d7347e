// What the level of whoever is logged in takes off. Pages are the same for everybody, so it is asked beside them, by who
// says that he is a member alone.
import { useCallback, useEffect, useState } from 'react'
import { saysMember } from '#browser/member-mark.ts'

export interface MemberDiscount {
  /** Percent of goods; undefined while it is not known. */
  percent: number | undefined
  /** Somebody is logged in, as far as that is known. */
  isMember: boolean
  /** It may have changed. */
  askAgain: () => void
}

export function useMemberDiscount(): MemberDiscount {
  const [percent, setPercent] = useState<number>()
  const ask = useCallback(() => {
    if (!saysMember()) return setPercent(0)
    import('#rooms/members/ui/member-store.ts')
      .then(async (store) => {
        await store.askWhoIsThere()
        const who = await store.whoIsThere()
        setPercent(who.state === 'member' ? who.user.discount : 0)
      })
      // Without it the shop says what it comes to before anything is ordered.
      .catch(() => setPercent(0))
  }, [])
  useEffect(ask, [ask])
  return { percent, isMember: percent !== undefined && saysMember(), askAgain: ask }
}
