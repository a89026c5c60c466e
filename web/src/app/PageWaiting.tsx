import { RowsSkeleton, TitleSkeleton } from '../ui/Skeletons.tsx'

export const PageWaiting = () => (
  <>
    <TitleSkeleton />
    <RowsSkeleton rows={6} />
  </>
)
