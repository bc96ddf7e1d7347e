import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import type { ButtonSize, ButtonVariant } from './button-class.ts'
import { cx } from './class-names.ts'
import { toast } from './toast.ts'

export type CopyButtonProps = {
  text: string
  label: string
  /** In place of `label` for a moment, when it has copied. */
  done: string
  /** When the browser does not let it. */
  failed: string
  /** What is copied, for those who hear many such buttons. Begins with `label`. */
  name?: string
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

/** Says that it has copied, where the eye is and aloud. */
export function CopyButton({ text, label, done, failed, name, variant, size = 'md', className }: CopyButtonProps) {
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
      toast({ tone: 'bad', message: failed })
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <>
      <Button
        size={size}
        variant={variant}
        aria-label={copied ? done : (name ?? label)}
        icon={<Icon size={size === 'sm' ? 16 : 18} className={copied ? 'text-good' : undefined} aria-hidden="true" />}
        onClick={copy}
        className={cx('shrink-0', className)}
      >
        {/* As wide as the longer of the two, so that nothing beside it moves. */}
        <span className="grid justify-items-start *:[grid-area:1/1]">
          <span className={copied ? 'invisible' : undefined}>{label}</span>
          <span className={copied ? undefined : 'invisible'}>{done}</span>
        </span>
      </Button>
      <span role="status" className="sr-only">
        {copied && done}
      </span>
    </>
  )
}
