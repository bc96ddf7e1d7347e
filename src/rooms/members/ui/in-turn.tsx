// Parts of a page that each ask for what they show. They appear from top to bottom, each once it is there: one that came
// above another would push that away under a finger.
import {
  Children,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { MemberSkeleton } from './member-page.tsx'

/** An answer that does not come for so long keeps those below it waiting no longer. */
const PATIENCE_MS = 10_000

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
  return (
    <div className={className}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one page, in their order
        <Part key={at} isShown={at < shown} isNext={at === shown} onThere={() => setShown(at + 1)}>
          {part}
        </Part>
      ))}
      {/* Another one below each part that has come, for the one before would move. */}
      {shown < parts.length && <MemberSkeleton key={shown} />}
    </div>
  )
}

type PartProps = { isShown: boolean; isNext: boolean; onThere: () => void; children: ReactNode }

function Part({ isShown, isNext, onThere, children }: PartProps) {
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
  useEffect(() => {
    if (!isNext) return
    const timer = setTimeout(onThere, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isNext, onThere])
  // Where the address leads to: as long as it was hidden nothing could.
  const here = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const wanted = isShown && location.hash ? document.getElementById(location.hash.slice(1)) : null
    if (wanted && here.current?.contains(wanted)) wanted.scrollIntoView()
  }, [isShown])
  return (
    <Turn value={wait}>
      <div ref={here} hidden={!isShown}>
        {children}
      </div>
    </Turn>
  )
}
