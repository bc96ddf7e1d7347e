import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type CloseDialogProps = {
  open: boolean
  /** That can be used, and go with the account. */
  points: number
  onKeep: () => void
  onClose: () => void
}

/** What cannot be undone is asked about once more. */
export function CloseDialog({ open, points, onKeep, onClose }: CloseDialogProps) {
  const t = useMemberWords()
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onKeep()}
      size="sm"
      title={t('privacy.confirmTitle')}
      closeLabel={t('privacy.keep')}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onKeep}>{t('privacy.keep')}</Button>
          <Button variant="danger" onClick={onClose}>
            {t('privacy.confirm')}
          </Button>
        </div>
      }
    >
      <p>{t('privacy.confirmText')}</p>
      {points > 0 && <p className="mt-3">{t('privacy.confirmPoints', { points })}</p>}
    </Dialog>
  )
}
