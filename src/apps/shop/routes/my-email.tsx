import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmailPage } from '#rooms/members/ui/email-link-page.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/my-email')({ head: (of) => memberHead(of), component: ConfirmEmailPage })
