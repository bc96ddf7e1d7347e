import { z } from 'zod'

/** A day (`2026-03-29`) that a list is narrowed to. The database counts no years before the first, and no shop is so old. */
export const Day = z.iso.date().refine((day) => day >= '2000-01-01', 'error.invalid')
