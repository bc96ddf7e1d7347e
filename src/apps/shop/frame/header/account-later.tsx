// The way to one's account without its code on the first visit: it comes with the first sign of a visitor, or as soon as the
// page is alive where somebody is logged in. Until then they are plain links.
import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentProps, type ComponentType, lazy, memo, Suspense } from 'react'
import { saysMember } from '#browser/member-mark.ts'
import { firstSign, onceOnline } from '#browser/when-wanted.ts'
import { AccountButton as ReadyButton } from './account-button.tsx'

type Props = ComponentProps<typeof ReadyButton>

const AccountButton = createIsomorphicFn()
  .server((): ComponentType<Props> => ReadyButton)
  .client(
    (): ComponentType<Props> =>
      lazy(async () => {
        if (!saysMember()) await firstSign('pointerover')
        const { AccountButton } = await onceOnline(() => import('./account-button.tsx'))
        return { default: AccountButton }
      }),
  )()

/** Not rendered anew with the frame around it: what is not alive yet would have to be thrown away for that. */
export const AccountLater = memo(function AccountLater({ compact }: Props) {
  return (
    <Suspense>
      <AccountButton compact={compact} />
    </Suspense>
  )
})
