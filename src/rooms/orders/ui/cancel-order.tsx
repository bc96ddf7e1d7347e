import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { type MessageKey, useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { StaysOpen } from '#ui/stays-open.tsx'
import { accessHeaders, type OrderVisit } from './order-visit.ts'

type CancelOrderProps = { visit: OrderVisit; orderId: string; onDone: () => Promise<void> }

/** Asked about first: what was reserved goes back to the shelf. */
export function CancelOrder({ visit, orderId, onDone }: CancelOrderProps) {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<MessageKey>()

  async function cancel() {
    setSending(true)
    setProblem(undefined)
    try {
      await call('GET /api/pay/cancel/{id}', { params: { id: orderId } }, accessHeaders(visit))
      setOpen(false)
    } catch (error) {
      setProblem(error instanceof CallRefused && t.knows(error.message) ? error.message : 'pay.createFailed')
    }
    setSending(false)
    await onDone()
  }

  /** What is under way happens, whether its question is seen or not. */
  function show(isOpen: boolean) {
    if (sending) return
    setProblem(undefined)
    setOpen(isOpen)
  }

  return (
    <>
      <Button variant="ghost" onClick={() => show(true)}>
        {t('pay.cancel.button')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={show}
        size="sm"
        title={t('pay.cancel.title')}
        closeLabel={t('cart.close')}
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button aria-disabled={sending || undefined} onClick={() => show(false)}>
              {t('pay.cancel.keep')}
            </Button>
            <Button variant="danger" loading={sending} onClick={cancel}>
              {t('pay.cancel.button')}
            </Button>
          </div>
        }
      >
        <StaysOpen during={sending} />
        <p>{t('pay.cancel.text')}</p>
        {problem && (
          <Notice tone="bad" live className="mt-4">
            {t(problem)}
          </Notice>
        )}
      </Dialog>
    </>
  )
}
