// Uploaded pictures as pages of the office show them: small, on the ground for which they are, with where each is used.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { officeCall } from '#browser/office-calls.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { useMay } from './session.ts'
import { type TranslateOffice, useOfficeWords } from './words.ts'

export type Library = Awaited<ReturnType<typeof officeCall<'GET /office/pictures'>>>
export type LibraryPicture = Library['rows'][number]
type PictureUse = LibraryPicture['uses'][number]

export function sayPixels(t: TranslateOffice, { width, height }: Pick<LibraryPicture, 'width' | 'height'>): string {
  const said = (pixels: number) => new Intl.NumberFormat(t.tag, { numberingSystem: 'latn' }).format(pixels)
  return t('library.pixels', { width: said(width), height: said(height) })
}

/** Of a logo the ground for which it is. */
export const nameOfUse = (t: TranslateOffice, { kind, id, name }: PictureUse): string =>
  kind === 'logo' ? t(id === 'dark' ? 'logo.dark' : 'logo.light') : name

const isForDark = ({ kind, id }: PictureUse) => kind === 'logo' && id === 'dark'

export function Thumbnail({ of: { id, width, height, uses }, alt }: { of: LibraryPicture; alt: string }) {
  return (
    <img
      src={`/prod-api/office/pictures/${id}/thumbnail`}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      className={cx('aspect-square size-full object-contain', uses.some(isForDark) ? 'bg-picture-ground' : 'bg-tint')}
    />
  )
}

export function PictureUses({ of: { uses, isMore } }: { of: LibraryPicture }) {
  const t = useOfficeWords()
  if (uses.length === 0) return <p className="text-sm text-warn">{t('library.isUnused')}</p>
  return (
    <ul className="grid gap-1 text-sm">
      {uses.map((use) => (
        <li key={`${use.kind} ${use.id}`} className="min-w-0 break-words">
          <span className="block text-xs text-muted">{t(`library.in.${use.kind}`)}</span>
          <ToUse use={use}>
            <bdi>{nameOfUse(t, use)}</bdi>
          </ToUse>
        </li>
      ))}
      {isMore && <li className="text-muted">{t('library.more')}</li>}
    </ul>
  )
}

const linkClass = `${textLinkClass} inline-flex min-h-6 min-w-0 max-w-full items-center break-words [&>bdi]:min-w-0`

function ToUse({ use: { kind, id }, children }: { use: PictureUse; children: ReactNode }) {
  const may = useMay()
  switch (kind) {
    case 'cover':
    case 'screenshot':
      return (
        <Link
          to="/catalogue/$id"
          params={{ id }}
          hash={kind === 'cover' ? 'picture' : 'screenshots'}
          className={linkClass}
        >
          {children}
        </Link>
      )
    case 'banner':
    case 'bannerRtl':
      return (
        <Link to="/catalogue/banners/$id" params={{ id }} className={linkClass}>
          {children}
        </Link>
      )
    case 'news':
      return (
        <a href={`/newsInfo?id=${id}`} target="_blank" rel="noopener" className={linkClass}>
          {children}
        </a>
      )
    case 'logo':
      return may('settings.read') ? (
        <Link to="/settings" hash="logo" className={linkClass}>
          {children}
        </Link>
      ) : (
        children
      )
  }
}
