// What statements read of a product's versions for its poster (small-lines.ts).
import { fragment } from '#platform/database/sql.ts'

export interface PrintedVersion {
  platformIds: readonly number[]
  regionId: number | null
  denomination: string | null
}

/** All versions of a product `p`, some hundred at most; null where its picture was uploaded, for then nothing is printed. */
export const PRINTED = fragment`case when p.picture_id is null then (
        select jsonb_agg(jsonb_build_object('platformIds', platform_ids[1:1], 'regionId', region_id, 'denomination', denomination) order by position, id)
        from skus where product_id = p.id
      ) end`
