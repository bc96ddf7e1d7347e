// A member's address book (specification §7, below /api/profile).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'
import { isCountry } from '#rooms/countries/ui/countries.ts'
import { AddressForm } from './forms.ts'
import { PAGE_SIZE } from './limits.ts'

const AddressFields = z.object({
  ...AddressForm.shape,
  country: z.string().trim().refine(isCountry, 'address.error.country'),
  /** Whose it is, as the specification's client says; the session alone decides (decision A6). */
  memberId: z.string().max(60).optional(),
})
const Id = z.object({ id: z.uuid() })

const Address = z.object({
  id: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  address: z.string(),
  addressOther: z.string(),
  city: z.string(),
  province: z.string(),
  country: z.string(),
  zip: z.string(),
  phone: z.string(),
  phoneCode: z.string(),
  /** '0': this is the default one. */
  isDefault: z.enum(['0', '1']),
  /** The username of whoever changed it last. */
  updateBy: z.string(),
})
export type Address = z.infer<typeof Address>

export const addressesContract = defineContract({
  'GET /api/profile/address': {
    summary: 'The addresses of whoever is signed in, the default one first, then the newest',
    access: 'member',
    query: z.object({
      memberId: z.string().max(60).optional(),
      ...pageQuery(PAGE_SIZE),
    }),
    rows: Address,
  },
  'GET /api/profile/address/{id}': {
    summary: 'One address',
    access: 'member',
    params: Id,
    data: Address,
  },
  'POST /api/profile/address/insert': {
    summary:
      'Adds an address: the first one is the default, and there are at most 20. `id`, where the client makes one, makes a repetition the same address.',
    access: 'member',
    body: AddressFields.extend({ id: z.uuid().optional() }),
    data: Address,
  },
  'POST /api/profile/address/update': {
    summary:
      'Changes an address. `isDefault` of "0" makes it the default one in place of the other; "1" is refused for the default one, for there is always one.',
    access: 'member',
    body: AddressFields.extend({ id: z.uuid() }),
    data: Address,
  },
  'POST /api/profile/address/{id}/default': {
    summary: 'Makes an address the default one in place of the other; the rest of it stays as it is',
    access: 'member',
    params: Id,
    data: z.null(),
  },
  'DELETE /api/profile/address/{id}': {
    summary: 'Deletes an address; the default one is refused (`address.defaultTip`)',
    access: 'member',
    params: Id,
    data: z.null(),
  },
})

type AddressesCalls = typeof addressesContract
declare module '#browser/calls.ts' {
  interface Calls extends AddressesCalls {}
}
