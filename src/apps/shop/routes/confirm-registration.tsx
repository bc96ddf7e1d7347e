import { createFileRoute } from '@tanstack/react-router'
import { ConfirmPage } from '#rooms/members/ui/confirm-page.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/confirm-registration')({
  head: (of) => memberHead(of, 'shell.signUp'),
  component: ConfirmPage,
})
