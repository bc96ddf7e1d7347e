// An act: a button, and behind it a question that says what will happen and asks why. What is refused is said where it was asked,
// with everything that was typed; what is done is asked anew everywhere.
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type * as z from 'zod/mini'
import { CallRefused } from '#browser/call-refused.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { toast } from '#ui/toast.ts'
import { type FormField, useForm } from '#ui/use-form.ts'
import { LONGEST_REASON } from '../limits.ts'
import { type KeptTyped, useKeptTyped } from './kept-typed.ts'
import { OfficeDialog } from './office-dialog.tsx'
import { overPage } from './over-page.ts'
import { type Refused, sayRefusal, useOfficeWords } from './words.ts'

interface ActProps<S extends z.ZodMiniType, Seen> {
  /** On the button, and what the question is called. */
  label: string
  /** What will happen. */
  explain: ReactNode
  /** What a person types: with it at least `reason`, unless `asksReason` is false. `ReasonForm` of staff/forms.ts is the least. */
  schema: () => Promise<S>
  asksReason?: boolean
  /** More fields, above the reason. */
  fields?: (field: (name: keyof z.input<S> & string) => FormField) => ReactNode
  /** What there is to see of the subject. Sent is what it was when the question was asked, until a refusal has shown what is new. */
  seen?: Seen
  /** Makes the call, by `actCall`. */
  send: (typed: z.output<S>, seen: Seen) => Promise<unknown>
  /** Says what is refused, where its words need more than a refusal holds. */
  say?: (refusal: Refused) => string
  /** Said when it is done. */
  done: string
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'sm' | 'md'
  icon?: ReactNode
}

/** A question that is open. It outlives the act that asks it, so that what was typed stays whatever becomes of the page below. */
interface Asked {
  /** Whose act it is. */
  by: string
  /** What it is about, where that is known: an act that went away and is back goes on with its question. */
  about: string | undefined
  /** Which of all that were asked here. */
  turn: number
  question: ActProps<z.ZodMiniType, unknown>
}

/** What was done is done: a page that can't be read just now keeps nobody at its question. */
const SHOWN_WITHIN_MS = 5_000

/** Around acts that come and go with how a thing stands, and no two of which have the same label: what thing it is. */
export const ActsAbout = createContext<string | undefined>(undefined)

let asked: Asked | undefined
let turns = 0
const kept: KeptTyped = new Map()
const listeners = new Set<() => void>()

function ask(question: Asked | undefined) {
  asked = question
  for (const listener of listeners) listener()
}

function leave() {
  kept.clear()
  ask(undefined)
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function Act<S extends z.ZodMiniType, Seen>({ icon, size, ...act }: ActProps<S, Seen>) {
  const by = useId()
  const question = act as Asked['question']
  const about = useContext(ActsAbout)
  const { label, variant = 'secondary', seen } = question
  useLayoutEffect(() => {
    if (!asked) return
    // Another act that has come in its place meanwhile, such as the opposite, is not what was asked.
    const isSame = asked.question.label === label
    const isBack = about !== undefined && asked.about === about && isSame
    if (asked.by === by || isBack) ask({ ...asked, by, question: isSame ? question : { ...asked.question, seen } })
  })
  useEffect(() => leadToPage, [])
  return (
    <Button
      variant={variant}
      size={size}
      icon={icon}
      onClick={() => {
        ask({ by, about, turn: ++turns, question })
        overPage.put?.(<ActQuestion />)
      }}
    >
      {label}
    </Button>
  )
}

/** Who was at something that went away is led to the page's beginning. */
function leadToPage() {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
}

const keptAs = ({ by, about, question }: Asked) => (about === undefined ? by : `${about} ${question.label}`)

/** Where the question stands that an act asks. */
function ActQuestion() {
  const now = useSyncExternalStore(listen, () => asked)
  const router = useRouter()
  const wasOpen = useRef(false)
  const title = useRef('')
  title.current = now?.question.label ?? title.current
  const isOpen = now !== undefined
  // Whoever goes to another page leaves it behind.
  useEffect(() => router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && leave()), [router])
  useEffect(() => {
    // The dialog has closed by then, and has led back to the act if that is still there.
    if (wasOpen.current && !isOpen) leadToPage()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <OfficeDialog
      open={isOpen}
      onOpenChange={(opens) => opens || ask(undefined)}
      title={title.current}
      lightDismiss={false}
    >
      {now && <Question key={now.turn} as={keptAs(now)} {...now.question} onDone={() => ask(undefined)} />}
    </OfficeDialog>
  )
}

function Question<S extends z.ZodMiniType, Seen>({
  label,
  explain,
  schema,
  asksReason = true,
  fields,
  seen,
  send,
  say: sayOwn,
  done,
  variant,
  onDone,
  as,
}: ActProps<S, Seen> & { onDone: () => void; as: string }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const say = (refusal: Refused) => (sayOwn ? sayOwn(refusal) : sayRefusal(t, refusal))
  const [problem, setProblem] = useState<string>()
  const latest = useRef(seen as Seen)
  latest.current = seen as Seen
  const asked = useRef(seen as Seen)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const form = useForm({
    schema,
    say: (message) => say({ message }),
    unreachable: () => setProblem(t('error.offline')),
    send: async (values) => {
      setProblem(undefined)
      try {
        await send(values, asked.current)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        const fieldErrors = error.byField()
        const wrong = Object.keys(fieldErrors)
        if (wrong.length > 0) form.refuse(fieldErrors)
        // A lost answer is no refusal: it may be done, and what the page shows then is what nobody has read.
        const isUnknown = asked.current !== undefined && mayBeDone(error)
        const said = isUnknown ? t('act.unknown') : say(error)
        // What is said at its field is not said twice.
        const isAtFields = wrong.length > 0 && wrong.every((name) => isSeen(form.props.ref.current, name))
        if (!isAtFields) setProblem(said)
        // The question may have been closed before the answer.
        if (!isHere.current) toast({ message: said, tone: 'bad' })
        // Whatever it was refused for may be seen below.
        await queries.invalidateQueries()
        // Pages are told what was asked anew in a turn of its own.
        await new Promise((told) => setTimeout(told))
        if (isUnknown) return
        asked.current = latest.current
        if (isHere.current) typed.keep(asked.current)
        return
      }
      typed.forget()
      // The next question is asked about what the page shows by then.
      await Promise.race([queries.invalidateQueries(), new Promise((late) => setTimeout(late, SHOWN_WITHIN_MS))])
      if (isHere.current) onDone()
      toast({ message: done, tone: 'good' })
    },
  })
  const typed = useKeptTyped({ kept, as, seen, form: form.props.ref })
  const field = (name: string) => form.field(name as keyof z.input<S> & string)
  return (
    <form {...form.props} onInput={() => typed.keep(asked.current)} className="grid gap-5">
      <div className="text-muted">{explain}</div>
      {fields?.(form.field)}
      {asksReason && (
        <TextArea
          {...field('reason')}
          label={t('act.reason')}
          hint={t('act.reasonHint')}
          rows={2}
          maxLength={LONGEST_REASON}
          required
        />
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Button
        type="submit"
        variant={variant === 'danger' ? 'danger' : 'primary'}
        block
        loading={form.sending}
        loadingLabel={t('frame.loading')}
      >
        {label}
      </Button>
    </form>
  )
}

/** Not where it is folded away. A browser that does not know (Safari before 17.4) leaves it open. */
function isSeen(form: HTMLFormElement | null, name: string): boolean {
  const control = form?.elements.namedItem(name)
  return control instanceof Element && control.checkVisibility?.()
}

/**
 * No answer came, or a fault in the middle of it. The shop's own word that it is busy is said before anything is done, unless it adds
 * that something may be; what stands between knows nothing.
 */
function mayBeDone({ status, message, data }: CallRefused): boolean {
  const isBusy = status === 503 && message === 'error.unavailable'
  return isBusy ? (data as { mayBeDone?: boolean } | undefined)?.mayBeDone === true : status === 0 || status >= 500
}
