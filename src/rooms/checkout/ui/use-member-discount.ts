// What the level of whoever is logged in takes off. Pages are the same for everybody, so it is asked beside them, by who
// says that he is a member alone.
import { useCallback, useEffect, useState } from 'react'
import { saysMember } from '#browser/member-mark.ts'
import { onceOnline } from '#browser/when-wanted.ts'

export interface MemberDiscount {
  /** Percent of goods; undefined while it is not known. */
  percent: number | undefined
  /** He came here as one, and has not said that he orders as a guest: his session may be over. */
  isMember: boolean
  orderAsGuest: () => void
  /** It may have changed. */
  onPricesChanged: () => void
}

export function useMemberDiscount(): MemberDiscount {
  const [percent, setPercent] = useState<number>()
  const [isMember, setMember] = useState(false)
  const ask = useCallback(() => {
    if (!saysMember()) return setPercent(0)
    setMember(true)
    onceOnline(() => import('#rooms/members/ui/member-store.ts'))
      .then(async (store) => {
        await store.askWhoIsThere()
        const who = await store.whoIsThere()
        setPercent(who.state === 'member' ? who.user.discount : 0)
      })
      // Without it the shop says what it comes to before anything is ordered.
      .catch(() => setPercent(0))
  }, [])
  useEffect(ask, [ask])
  function orderAsGuest() {
    setMember(false)
    setPercent(0)
  }
  return { percent, isMember: percent !== undefined && isMember, orderAsGuest, onPricesChanged: ask }
}
