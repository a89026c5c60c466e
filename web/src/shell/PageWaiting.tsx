import { useLayoutEffect } from 'react'
import { RowsSkeleton, TitleSkeleton } from '../ui/Skeletons.tsx'

export function PageWaiting() {
  // Who pressed a button far down would look at the empty end of the page until the next one is here.
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <TitleSkeleton />
      <RowsSkeleton rows={6} />
    </>
  )
}
