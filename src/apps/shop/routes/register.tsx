import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '#rooms/members/ui/register-page.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/register')({
  head: (of) => memberHead(of, 'shell.signUp'),
  component: RegisterPage,
})
