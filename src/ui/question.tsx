import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ButtonVariant } from './button-class.ts'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { StaysOpen } from './stays-open.tsx'

type QuestionProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  closeLabel: string
  /** What leaves everything as it is. */
  keep: string
  /** What is done. */
  label: string
  loadingLabel?: string
  tone?: ButtonVariant
  sending: boolean
  onGo: () => void
  problem?: string | undefined
  children: ReactNode
}

/** Asks before something is done. What is under way happens, whether its question is seen or not: it stays until the answer. */
export function Question({
  open,
  onOpenChange,
  title,
  closeLabel,
  keep,
  label,
  loadingLabel = label,
  tone = 'primary',
  sending,
  onGo,
  problem,
  children,
}: QuestionProps) {
  const show = (isOpen: boolean) => sending || onOpenChange(isOpen)
  return (
    <Dialog
      open={open}
      onOpenChange={show}
      size="sm"
      title={title}
      closeLabel={closeLabel}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            aria-disabled={sending || undefined}
            className="aria-disabled:cursor-default aria-disabled:opacity-50"
            onClick={() => show(false)}
          >
            {keep}
          </Button>
          <Button variant={tone} loading={sending} loadingLabel={loadingLabel} onClick={onGo}>
            {label}
          </Button>
        </div>
      }
    >
      <StaysOpen during={sending} />
      {children}
      {problem && (
        <Notice tone="bad" live className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  )
}
