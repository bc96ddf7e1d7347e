import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'

type PayProps = { label: string; ready: boolean; sending: boolean; updating: boolean }

type PayBoxProps = PayProps & {
  /** Nothing is left to pay: no page for it follows. */
  free: boolean
}

/** What happens on pressing, in words, and the button where there is no bar at the bottom. */
export function PayBox({ free, ...pay }: PayBoxProps) {
  const t = useWords()
  return (
    <div className="mt-5 flex flex-col gap-3">
      <div className="hidden lg:block">
        <PayButton {...pay} />
      </div>
      <p className="text-sm text-muted">
        {free ? t('checkout.obligationFree') : `${t('checkout.obligation')} ${t('checkout.obligationNext')}`}
      </p>
    </div>
  )
}

/** On phones, always in reach: how many things, and the button. */
export function PayBar({ summary, known, ...pay }: PayProps & { summary: string; known: boolean }) {
  const bar = useRef<HTMLDivElement>(null)

  // Toasts stay above it, and so does what gets the focus.
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toast-offset', `${bar.current?.offsetHeight ?? 0}px`)
    return () => {
      style.removeProperty('--toast-offset')
    }
  }, [])

  return (
    <div
      ref={bar}
      data-buying-bar=""
      className="sticky bottom-0 z-20 -mx-4 flex items-center gap-4 border-t border-line bg-float px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-6 md:px-6 lg:hidden"
    >
      <span className="min-w-16 text-sm text-muted max-[23rem]:hidden sm:min-w-20">{known && summary}</span>
      <div className="flex-1">
        <PayButton {...pay} />
      </div>
    </div>
  )
}

function PayButton({ label, ready, sending, updating }: PayProps) {
  const t = useWords()
  return (
    // Another button when the amount is known, instead of one whose words move.
    <Button
      key={String(ready)}
      type="submit"
      variant="primary"
      size="lg"
      block
      disabled={!ready}
      loading={sending || updating}
      loadingLabel={t(sending ? 'checkout.sending' : 'checkout.payUpdating')}
      icon={<Lock size={18} aria-hidden="true" />}
    >
      {label}
    </Button>
  )
}
