// A link with which somebody begins: shown once, to be handed over by another way.
import { CopyButton } from '#ui/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { OfficeDialog } from './office-dialog.tsx'
import { useOfficeWords } from './words.ts'

export interface MadeLink {
  link: string
  mailed: boolean
  email: string
}

export function LinkShown({ made, onClose }: { made: MadeLink | undefined; onClose: () => void }) {
  const t = useOfficeWords()
  return (
    <OfficeDialog
      open={made !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('staff.link.title')}
      lightDismiss={false}
    >
      {made && (
        <div className="grid gap-4">
          <p className="break-words text-muted">
            {t(made.mailed ? 'staff.link.mailed' : 'staff.link.notMailed', { email: made.email })}
          </p>
          <p className="rounded-card bg-tint p-3 font-mono text-sm break-all select-all" data-link>
            {made.link}
          </p>
          <Notice tone="warn">{t('staff.link.once')}</Notice>
          <CopyButton
            text={made.link}
            label={t('welcome.copy')}
            done={t('welcome.copied')}
            failed={t('staff.link.copyFailed')}
          />
        </div>
      )}
    </OfficeDialog>
  )
}
