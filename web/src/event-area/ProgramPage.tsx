import { hasBestDancers, hasCast } from '@callboard/domain/registrations/best-dancers/program.ts'
import { useLocation } from 'wouter'
import { useMemo } from 'react'
import { paths } from '../shell/paths.ts'
import { ProgramBoard } from '../registrations/best-dancers/ProgramBoard.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RedirectTo } from '../ui/router/RouterProvider.tsx'
import { useEvent } from './event-record.ts'

const castPlace = 'the-cast-experience'

/** The program of a completed registration: photos, jackets, tops. PROG-047, PROG-041, EVT-005, EVT-006. */
export function ProgramPage() {
  const { id, record } = useEvent()
  const { tour_date } = record
  const visit = useMemo(() => ({ registration_id: id }), [id])
  const place = useLocation()[0].split('/')[3]
  const isHere =
    (place === tour_date.event.vip_route && hasBestDancers({ tour_date })) ||
    (place === castPlace && hasCast({ tour_date }))
  if (!isHere) return <RedirectTo to={paths.event(id, 'overview')} />
  return (
    <>
      <PageHeader title={place === castPlace ? tour_date.event.vip_name : tour_date.event.vip_name_plural} />
      <ProgramBoard visit={visit} />
    </>
  )
}
