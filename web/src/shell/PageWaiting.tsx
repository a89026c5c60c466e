import { useLayoutEffect } from 'react'
import { RowsSkeleton, TitleSkeleton } from '../ui/Skeletons.tsx'

export function PageWaiting() {
  // Scrolls to the top: from far down, the user would see an empty page until the next screen is loaded.
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
