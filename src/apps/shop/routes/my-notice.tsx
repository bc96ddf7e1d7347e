import { createFileRoute } from '@tanstack/react-router'
import { NoticePage } from '#rooms/notices/ui/notice-page.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/my-notice')({ head: (of) => memberHead(of), component: NoticePage })
