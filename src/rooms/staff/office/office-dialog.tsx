// A dialog of the office. What throws while its content is drawn is said in it, and the page below stays as it is.
import { CatchBoundary } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { useOfficeWords } from './words.ts'

export function OfficeDialog({ children, ...dialog }: Omit<ComponentProps<typeof Dialog>, 'closeLabel'>) {
  const t = useOfficeWords()
  return (
    <Dialog {...dialog} closeLabel={t('frame.close')}>
      {/* Opened anew, it is tried anew. */}
      <CatchBoundary getResetKey={() => Number(dialog.open)} errorComponent={Broken}>
        {children}
      </CatchBoundary>
    </Dialog>
  )
}

function Broken() {
  const t = useOfficeWords()
  return (
    <Notice tone="bad" live>
      {t('error.notShown')}
    </Notice>
  )
}
