import { createFileRoute } from '@tanstack/react-router'
import { ForgotPage } from '#rooms/members/ui/forgot-page.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/forgot')({
  head: (of) => memberHead(of, 'shell.logIn'),
  component: ForgotPage,
})
