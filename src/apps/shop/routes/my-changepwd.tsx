import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordPage } from '#rooms/members/ui/change-password-page.tsx'
import { proveBy } from '#rooms/sessions/ui/log-in.ts'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/my-changepwd')({
  head: (of) => memberHead(of, 'shell.account', 'page_member_changepwd'),
  component: () => <ChangePasswordPage prove={proveBy} />,
})
