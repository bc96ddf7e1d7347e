import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import type { ButtonVariant } from '#ui/button-class.ts'
import { toast } from '#ui/toast.ts'

type CopyButtonProps = {
  text: string
  label: string
  /** What is copied, for those who hear many such buttons. Begins with `label`. */
  name?: string
  variant?: ButtonVariant
}

/** Says that it has copied, where the eye is and aloud. */
export function CopyButton({ text, label, name, variant }: CopyButtonProps) {
  const t = useWords()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2500)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast({ tone: 'bad', message: t('order.keys.copyFailed') })
    }
  }

  return (
    <>
      <Button
        size="sm"
        variant={variant}
        aria-label={copied ? t('order.keys.copied') : (name ?? label)}
        onClick={copy}
        className="shrink-0 print:hidden"
      >
        {copied ? <Check size={16} className="text-good" aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        {/* As wide as the longer of the two, so that nothing beside it moves. */}
        <span className="grid justify-items-start *:[grid-area:1/1]">
          <span className={copied ? 'invisible' : undefined}>{label}</span>
          <span className={copied ? undefined : 'invisible'}>{t('order.keys.copied')}</span>
        </span>
      </Button>
      <span role="status" className="sr-only">
        {copied && t('order.keys.copied')}
      </span>
    </>
  )
}
