// What goes for good is asked first.
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { Passkey } from './passkey-row.tsx'

type RemoveDialogProps = {
  passkey: Passkey | undefined
  onRemove: (passkey: Passkey) => Promise<void>
  onCancel: () => void
}

export function RemoveDialog({ passkey, onRemove, onCancel }: RemoveDialogProps) {
  const t = useMemberWords()
  return (
    <Dialog
      open={passkey !== undefined}
      onOpenChange={(open) => !open && onCancel()}
      title={t('security.passkeyRemoveTitle')}
      closeLabel={t('shell.close')}
      size="sm"
    >
      {passkey && (
        <>
          <p className="font-medium wrap-anywhere">
            <bdi>{passkey.name}</bdi>
          </p>
          <p className="mt-2 text-muted">{t('security.passkeyRemoveText')}</p>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={onCancel}>{t('product.confirm.cancel')}</Button>
            <Button variant="danger" onClick={() => void onRemove(passkey)}>
              {t('security.passkeyRemove')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
