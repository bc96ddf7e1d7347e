import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Paragraphs } from './paragraphs.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  content: string
  onAgree: () => void
}

/** What must be agreed to before this product can be bought, such as the region of the account it works with. */
export default function ConfirmDialog({ open, onOpenChange, title, content, onAgree }: ConfirmDialogProps) {
  const t = useWords()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      closeLabel={t('product.confirm.close')}
      footer={
        <div className="flex flex-wrap-reverse justify-end gap-2">
          <Button onClick={() => onOpenChange(false)} className="flex-1 sm:flex-none">
            {t('product.confirm.cancel')}
          </Button>
          <Button variant="primary" onClick={onAgree} className="flex-1 sm:flex-none">
            {t('product.confirm.agree')}
          </Button>
        </div>
      }
    >
      <Paragraphs text={content} />
    </Dialog>
  )
}
