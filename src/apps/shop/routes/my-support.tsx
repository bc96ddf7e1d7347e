import { createFileRoute } from '@tanstack/react-router'
import { SupportPage } from '#rooms/tickets/ui/support-page.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/my-support')({ head: (of) => memberHead(of), component: SupportPage })
