import { createFileRoute } from '@tanstack/react-router'
import { SecurityPage } from '#rooms/totp/ui/security-page.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/my-security')({ head: (of) => memberHead(of), component: SecurityPage })
