import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type RemoveDialogProps = { name: string; onKeep: () => void; onRemove: () => void }

/** Asks before something is taken out of the cart (specification §2). */
export default function RemoveDialog({ name, onKeep, onRemove }: RemoveDialogProps) {
  const t = useWords()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onKeep()}
      size="sm"
      title={t('checkout.remove.title')}
      closeLabel={t('cart.close')}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onKeep}>{t('checkout.remove.keep')}</Button>
          <Button variant="danger" onClick={onRemove}>
            {t('checkout.remove.confirm')}
          </Button>
        </div>
      }
    >
      <p>{t('checkout.remove.text', { name })}</p>
    </Dialog>
  )
}
