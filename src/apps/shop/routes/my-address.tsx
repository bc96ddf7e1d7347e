import { createFileRoute } from '@tanstack/react-router'
import { AddressPage } from '#rooms/addresses/ui/address-page.tsx'
import { memberHead } from '../member-head.ts'

export const Route = createFileRoute('/my-address')({ head: (of) => memberHead(of), component: AddressPage })
