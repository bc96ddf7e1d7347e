// What hearts show and what a press on one does. Visitors ask the server for nothing.
import type { useRouter } from '@tanstack/react-router'
import { CallRefused, call } from '#browser/calls.ts'
import { saysMember, subscribeToMark } from '#browser/member-mark.ts'
import { readCookie } from '#platform/http/cookies.ts'
import type { useWords } from '#platform/i18n/messages.ts'
import { toast } from '#ui/toast.ts'
import { readTyped, writeTyped } from '#ui/typed-here.ts'
import { chosenOnWire } from '../../wire.ts'
import { isWished, markWished, showWished, type Wish } from './hearts.ts'

export interface Hand {
  t: ReturnType<typeof useWords>
  router: ReturnType<typeof useRouter>
}

/** By the name that greets him: whose wishes the hearts show. */
let shownOf: string | undefined

/** Who logs in within this time gets what he wanted before. */
const KEPT_MS = 3_600_000
const KEY = 'draft:wish'

export const toggle = (wish: Wish, hand: Hand) => put(wish, hand, !isWished(wish.productId))

/** On the list, or off it, whatever has become of it meanwhile. */
async function put(wish: Wish, hand: Hand, on: boolean): Promise<void> {
  if (!saysMember()) return askToLogIn(wish, hand)
  const { productId } = wish
  const before = isWished(productId)
  mark(productId, on)
  try {
    if (on) await add(wish)
    else await call('DELETE /api/profile/wishlist', { query: { productId } })
  } catch (error) {
    mark(productId, before)
    if (!(error instanceof CallRefused)) throw error
    // The session has ended meanwhile. What he takes off is still on when he is back, and he sees it.
    if (error.status === 401) return askToLogIn(on ? wish : undefined, hand)
    return sayRefused(error, hand)
  }
  say(wish, hand, on)
}

let watches = false

/** Shows the wishes of whoever is logged in now, asked for once, and adds what he wanted before he logged in. */
export function know(hand: Hand): void {
  // Whoever logs out stays on his page, where no heart comes anew.
  if (!watches) subscribeToMark(() => know(hand))
  watches = true
  const name = readCookie(document.cookie, 'username') || undefined
  if (shownOf === name) return
  shownOf = name
  // Whoever was logged in before, his wishes are nobody else's.
  showWished([])
  if (name) void ask(name, hand)
}

/** What was pressed while the server is asked: newer than its answer. */
let pressed: Map<number, boolean> | undefined

function mark(productId: number, on: boolean) {
  pressed?.set(productId, on)
  markWished(productId, on)
}

async function ask(name: string, hand: Hand) {
  const kept = takeKept()
  pressed = new Map()
  const newer = pressed
  try {
    if (kept) await add(kept)
    const wished = await call('GET /api/profile/wishlist/ids', {})
    // Somebody else has logged in meanwhile.
    if (shownOf !== name) return
    showWished(wished)
    for (const [productId, on] of newer) markWished(productId, on)
    if (kept) say(kept, hand, true)
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    // The next heart that comes asks again.
    if (shownOf === name) shownOf = undefined
    if (kept && error.status === 401) keep(kept)
    else if (kept) sayRefused(error, hand)
  } finally {
    if (pressed === newer) pressed = undefined
  }
}

const add = (wish: Wish) => call('POST /api/profile/wishlist', { body: chosenOnWire(wish) })

function say(wish: Wish, hand: Hand, on: boolean) {
  const { t, router } = hand
  const action = on
    ? { label: t('wishlist.open'), onPress: () => void router.navigate({ href: '/my-wishlist' }) }
    : { label: t('cart.undo'), onPress: () => void put({ ...wish, skuId: undefined }, hand, true) }
  toast({
    tone: on ? 'good' : 'plain',
    message: t(on ? 'wishlist.added' : 'wishlist.removed', { name: wish.name }),
    action,
  })
}

function sayRefused({ status, message }: CallRefused, { t }: Hand) {
  const key = status === 0 ? 'error.offline' : message
  toast({ tone: 'bad', message: t(t.knows(key) ? key : 'error.unexpected') })
}

async function askToLogIn(wish: Wish | undefined, { t, router }: Hand) {
  if (wish) keep(wish)
  toast({ message: t('message.loginFirst') })
  await router.navigate({ to: '/login', search: { to: router.state.location.href } })
}

const keep = (wish: Wish) => writeTyped(KEY, { ...wish, at: Date.now() })

function takeKept(): Wish | undefined {
  const kept = readTyped(KEY) as (Wish & { at: number }) | undefined
  if (!kept) return undefined
  writeTyped(KEY, undefined)
  const { at, ...wish } = kept
  return Date.now() - at < KEPT_MS ? wish : undefined
}
