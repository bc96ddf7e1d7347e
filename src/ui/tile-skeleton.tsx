import { SkeletonBlock, SkeletonLine } from './skeleton.tsx'
import { body, foot, frame, heading, metaLine } from './tile-look.ts'

/** Of exactly a tile's size; say whether the tiles have an `action`. */
export function TileSkeleton({ action = false }: { action?: boolean }) {
  return (
    <div className={frame}>
      <SkeletonBlock className="aspect-3/4" />
      <div className={body}>
        <div className={heading}>
          <SkeletonLine />
          <SkeletonLine width="half" />
        </div>
        <div className={metaLine}>
          <SkeletonLine width="half" />
        </div>
        <div className={foot}>
          <span className="w-20">
            <SkeletonLine />
          </span>
          {action && <SkeletonBlock className="h-8 @min-[11rem]:w-20 pointer-coarse:h-11" />}
        </div>
      </div>
    </div>
  )
}
