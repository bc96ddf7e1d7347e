import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useWords } from '#platform/i18n/messages.ts'
import { useCart } from '#rooms/cart/ui/cart-store.ts'
import { restore } from '#rooms/cart/ui/undo.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'

/** Asks first, and can be undone (specification §4). One line has its own button, so this begins at two. */
export function ClearCart() {
  const t = useWords()
  const { lines, clear } = useCart()
  const [asking, setAsking] = useState(false)
  if (lines.length < 2) return null

  function empty() {
    // Closed first, so that the page is not left behind a dialog that went with the cart.
    setAsking(false)
    clear()
    toast({ message: t('message.clearCart'), action: { label: t('cart.undo'), onPress: () => restore(lines) } })
  }

  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
        {t('cart.clear')}
      </Button>
      {asking &&
        // Outside of the dropdown, which goes when the pointer leaves it.
        createPortal(
          <Dialog
            open
            onOpenChange={setAsking}
            size="sm"
            title={t('cart.clearTitle')}
            closeLabel={t('cart.close')}
            footer={
              <div className="flex flex-wrap justify-end gap-3">
                <Button onClick={() => setAsking(false)}>{t('cart.clearKeep')}</Button>
                <Button variant="danger" onClick={empty}>
                  {t('cart.clear')}
                </Button>
              </div>
            }
          >
            <p>{t('cart.clearText', { count: lines.length })}</p>
          </Dialog>,
          document.body,
        )}
    </>
  )
}
