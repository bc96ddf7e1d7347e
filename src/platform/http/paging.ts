// Lists that are asked for page by page (specification §7: `pageNum` from 1, `pageSize` at most 100).
import { z } from 'zod'

/** The two fields in a query; `rows` are on a page unless more or fewer are asked for. */
export const pageQuery = (rows = 10) => ({
  pageNum: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(rows),
})

/** The two fields in a body, whose numbers are numbers; 10 rows are on a page unless more or fewer are asked for. */
export const PAGE_BODY = {
  pageNum: z.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.number().int().min(1).max(100).default(10),
}

/** Which of all rows are on that page. */
export const rowsOfPage = ({ pageNum, pageSize }: { pageNum: number; pageSize: number }) => ({
  offset: (pageNum - 1) * pageSize,
  limit: pageSize,
})
