// A product's address from its title: ASCII, as decision B3 wants it.
import { LONGEST_SLUG } from './rules.ts'

// Letters that do not come apart into an ASCII one and a mark. Cyrillic and Greek as passports write them.
const SPELLED: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n', ə: 'e',
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o',
  п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '',
  э: 'e', ю: 'yu', я: 'ya', є: 'ye', і: 'i', ґ: 'g', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', ђ: 'dj', џ: 'dz',
  α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n', ξ: 'x',
  ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o',
} // biome-ignore format: a table

export interface Slug {
  /** Empty when nothing of the title can be written in ASCII. */
  slug: string
  /** The title holds letters or digits that are not in the slug: two titles may have become one. */
  lossy: boolean
}

export function slugOf(title: string): Slug {
  const letters = title
    .replaceAll(/[™®©℠]/g, ' ')
    .replaceAll('&', ' and ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’`´ʼ]|\p{M}/gu, '')
    .replaceAll(/[^ -~]/gu, (letter) => SPELLED[letter] ?? letter)
  const slug = letters.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  return { slug: cut(slug), lossy: /(?![a-z0-9])[\p{L}\p{N}]/u.test(letters) }
}

/** `slug`, told from others by the product's reference. */
export function withReference(slug: string, source: string, reference: string): string {
  const own = slugOf(reference).slug || Buffer.from(reference).toString('hex').slice(0, 40)
  return `${slug ? cut(slug, LONGEST_SLUG - own.length - 1) : source.replaceAll('_', '-')}-${own}`
}

export function cut(slug: string, longest = LONGEST_SLUG): string {
  if (slug.length <= longest) return slug
  const head = slug.slice(0, Math.max(longest, 20) + 1)
  const end = head.lastIndexOf('-')
  return end > 0 ? head.slice(0, end) : head.slice(0, -1)
}
