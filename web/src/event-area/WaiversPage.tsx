import { isEventOver } from '@callboard/domain/tours/tour-date-days.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { WaiverList } from '../waivers/WaiverList.tsx'
import { useEvent } from './event-record.ts'

/** Lists signed and missing waivers. EVT-031, WAIV-001. */
export function WaiversPage() {
  const { id, record } = useEvent()
  return (
    <>
      <PageHeader title="Waivers">
        {isEventOver(record.tour_date, record.now)
          ? 'Every dancer and teacher needs one. Missing ones can still be signed here.'
          : 'Every dancer and teacher needs one, signed before the event.'}
      </PageHeader>
      <WaiverList registration_id={id} zone={record.tour_date.time_zone} />
    </>
  )
}
