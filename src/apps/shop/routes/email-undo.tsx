import { createFileRoute } from '@tanstack/react-router'
import { UndoEmailPage } from '#rooms/members/ui/email-link-page.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/email-undo')({ head: (of) => memberHead(of), component: UndoEmailPage })
