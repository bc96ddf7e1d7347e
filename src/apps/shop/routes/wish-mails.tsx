import { createFileRoute } from '@tanstack/react-router'
import { SilencePage } from '#rooms/wishes/ui/silence-page.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/wish-mails')({ head: memberHead, component: SilencePage })
