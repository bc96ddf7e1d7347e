// What the catalogue's questions ask for.
import * as z from 'zod/mini'
import { isBannerLink, LONGEST_BANNER } from '#rooms/content/rules.ts'
import { reason } from '#rooms/staff/forms.ts'
import {
  LONGEST_ALT,
  LONGEST_CATEGORY_NAME,
  LONGEST_FACET_NAME,
  LONGEST_SELLER_NAME,
  LONGEST_TEXT,
  LONGEST_VARIANT,
} from '../limits.ts'
import { isFacetCode, isSlug, RESERVED_SLUGS } from '../rules.ts'
import { readChange, readSigned } from './bulk-words.ts'
import { readPrice } from './edits.ts'
import type { Kind } from './facet.ts'

const price = z.string().check(z.refine((typed) => readPrice(typed) !== undefined, 'catalogue.priceShape'))
const variant = z._default(z.string().check(z.trim(), z.maxLength(LONGEST_VARIANT, 'catalogue.tooLong')), '')
const slug = z.string().check(
  z.trim(),
  z.refine(isSlug, 'catalogue.slugShape'),
  z.refine((typed) => !RESERVED_SLUGS.has(typed), 'catalogue.slugReserved'),
)
const nameUpTo = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, 'catalogue.nameNeeded'), z.maxLength(most, 'catalogue.tooLong'))

export const VersionForm = z.object({ edition: variant, denomination: variant, price })

export const PlanForm = z.object({
  price,
  at: z.string().check(z.refine((typed) => Date.parse(typed) > Date.now(), 'catalogue.notAhead')),
  reason,
})

export const ProductForm = z.object({
  name: nameUpTo(LONGEST_TEXT.name),
  slug,
  categoryId: z.string().check(z.minLength(1, 'catalogue.categoryNeeded')),
  edition: variant,
  price,
})

export const CopyForm = z.object({ name: nameUpTo(LONGEST_TEXT.name) })

export const CategoryForm = z.object({
  name: nameUpTo(LONGEST_CATEGORY_NAME),
  slug,
  parentId: z.string(),
  type: z.string(),
})

const position = z.string().check(z.trim(), z.regex(/^\d{1,9}$/, 'catalogue.positionShape'))

/** With the names in other languages, by `name.de`. */
export const ChangeCategoryForm = z.looseObject({
  'name.en-US': nameUpTo(LONGEST_CATEGORY_NAME),
  slug,
  parentId: z.string(),
  type: z.string(),
  position,
})

const facetForm = (kind: Kind) =>
  z.object({
    name: nameUpTo(LONGEST_FACET_NAME),
    code: z.string().check(
      z.trim(),
      z.refine((typed) => isFacetCode(typed, kind), 'shelves.codeShape'),
    ),
    countries: z._default(z.string(), ''),
  })
export const FACET_FORMS: Record<Kind, ReturnType<typeof facetForm>> = {
  genre: facetForm('genre'),
  platform: facetForm('platform'),
  region: facetForm('region'),
  language: facetForm('language'),
}
export const ChangeFacetForm = z.looseObject({ 'name.en-US': nameUpTo(LONGEST_FACET_NAME), position })

export const SellerForm = z.object({ name: nameUpTo(LONGEST_SELLER_NAME) })

const link = z.string().check(z.trim(), z.refine(isBannerLink, 'shelves.linkShape'))
export const BannerForm = z.object({
  title: nameUpTo(LONGEST_BANNER.title),
  line: z._default(z.string().check(z.trim(), z.maxLength(LONGEST_BANNER.line, 'catalogue.tooLong')), ''),
  link,
  genre: z.string(),
})
export const ChangeBannerForm = z.looseObject({
  'title.en-US': nameUpTo(LONGEST_BANNER.title),
  link,
  position,
  seed: z.optional(nameUpTo(LONGEST_BANNER.seed)),
})

export const AltForm = z.looseObject({
  'alt.en-US': z.string().check(z.trim(), z.maxLength(LONGEST_ALT, 'catalogue.tooLong')),
})

/** A question that asks for nothing but a yes. */
export const NothingForm = z.object({})

/** Members who wished for it. */
const tells = z.optional(z.string())

const BulkPriceForm = z
  .object({
    percent: z
      .string()
      .check(z.refine((typed) => readSigned(typed, 100_000) !== undefined, 'catalogue.bulk.numberShape')),
    amount: z
      .string()
      .check(z.refine((typed) => readSigned(typed, 10_000_000) !== undefined, 'catalogue.bulk.numberShape')),
    ending: z.string(),
    tells,
    reason,
  })
  .check(
    z.refine((typed) => readChange('price', typed) !== undefined, {
      path: ['percent'],
      error: 'catalogue.bulk.nothing',
    }),
  )

/** By the act. */
export const BULK_FORMS = {
  price: BulkPriceForm,
  on: z.object({ tells, reason }),
  off: z.object({ tells, reason }),
  category: z.object({ categoryId: z.string().check(z.minLength(1, 'catalogue.categoryNeeded')), reason }),
}
