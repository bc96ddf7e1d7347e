// Parts of a page that each ask for what they show. They appear from top to bottom, each once it is there: one that came
// above another would push that away under a finger.
import {
  Children,
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { MemberSkeleton } from './member-page.tsx'

/** After so long no part waits for one above it whose answer does not come. */
const PATIENCE_MS = 15_000
/** What a hand does. */
const TOUCHES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Keeps the part that it is called in from being shown until what it returns is called. */
type Wait = () => () => void

const Turn = createContext<Wait>(() => () => {})

/** For a part: whether there is what it shows, or that this could not be loaded. Once it was shown, it stays. */
export function useTurn(isThere: boolean): void {
  const wait = useContext(Turn)
  useLayoutEffect(() => (isThere ? undefined : wait()), [isThere, wait])
}

type InTurnProps = { className: string; children: ReactNode }

/** All parts ask at once; a skeleton stands for those that are still to come. */
export function InTurn({ className, children }: InTurnProps) {
  const [shown, setShown] = useState(0)
  const parts = Children.toArray(children)
  useEffect(() => {
    const timer = setTimeout(() => setShown(Number.POSITIVE_INFINITY), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  const isTouched = useTouched()
  return (
    <div className={className}>
      {parts.map((part, at) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one page, in their order
          key={at}
          isShown={at < shown}
          isNext={at === shown}
          isTouched={isTouched}
          onThere={() => setShown(at + 1)}
        >
          {part}
        </Part>
      ))}
      {/* Another one below each part that has come, for the one before would move. */}
      {shown < parts.length && <MemberSkeleton key={shown} />}
    </div>
  )
}

/** Whether somebody reads, types or scrolls here already: he is led nowhere any more. */
function useTouched(): RefObject<boolean> {
  const isTouched = useRef(false)
  useEffect(() => {
    const ended = new AbortController()
    const touch = () => {
      isTouched.current = true
      ended.abort()
    }
    for (const kind of TOUCHES) addEventListener(kind, touch, { passive: true, signal: ended.signal })
    return () => ended.abort()
  }, [])
  return isTouched
}

type PartProps = {
  isShown: boolean
  isNext: boolean
  isTouched: RefObject<boolean>
  onThere: () => void
  children: ReactNode
}

function Part({ isShown, isNext, isTouched, onThere, children }: PartProps) {
  const waiting = useRef(0)
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  const wait = useCallback(() => {
    waiting.current++
    return () => {
      waiting.current--
      lookAgain()
    }
  }, [])
  // Before anything is painted, and after what stands in it has said whether it waits.
  useLayoutEffect(() => {
    if (isNext && waiting.current === 0) onThere()
  })
  // Where the address leads to: as long as it was hidden nothing could.
  const here = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const wanted =
      isShown && !isTouched.current && location.hash ? document.getElementById(location.hash.slice(1)) : null
    if (wanted && here.current?.contains(wanted)) wanted.scrollIntoView()
  }, [isShown, isTouched])
  return (
    <Turn value={wait}>
      <div ref={here} hidden={!isShown}>
        {children}
      </div>
    </Turn>
  )
}
