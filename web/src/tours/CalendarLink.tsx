import { IconCalendarPlus } from '@tabler/icons-react'
import type { AnchorHTMLAttributes } from 'react'
import { address } from '../api/call.ts'

type CalendarLinkProps = Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> & {
  tour_date_id: number
  /** Where: said to who cannot see what the link stands beside. */
  place: string
}

/** A city’s days and deadlines as a file that calendars open. */
export const CalendarLink = ({ tour_date_id, place, className }: CalendarLinkProps) => (
  <a
    className={className}
    href={address('/v1/mybtf/tours/{id}/calendar', { params: { id: tour_date_id } })}
    download
    aria-label={`Add to calendar: ${place}`}
  >
    <IconCalendarPlus className="icon" /> Add to calendar
  </a>
)
