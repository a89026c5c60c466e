import { countMediaPasses } from '@callboard/domain/registrations/attendees/set-options.ts'
import { showsEdit } from '@callboard/domain/registrations/lifecycle.ts'
import { address } from '../api/call.ts'
import { Empty } from '../ui/Empty.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './MediaPass.module.css'
import { useEvent } from './event-record.ts'

const route = '/v1/reports/media-pass/{registration_id}'

/** The media pass as the office made it, in the page. EVT-024. */
export function MediaPassPage() {
  const { id, area, record } = useEvent()
  const hasPass = countMediaPasses(Object.values(record.attendees)) > 0
  return (
    <>
      <PageHeader title="Media pass" />
      {area.has_media_pass_file ? (
        <iframe
          className={styles['pass']}
          title="Media pass"
          src={address(route, { params: { registration_id: id } })}
        />
      ) : (
        <Panel>{hasPass ? <NotReady /> : <NoPass />}</Panel>
      )}
    </>
  )
}

const NotReady = () => (
  <Empty title="Your media pass is not ready yet">
    The office adds it before the event. It will be shown here, ready to print.
  </Empty>
)

function NoPass() {
  const { tour_date, completed, now } = useEvent().record
  const isOffered = tour_date.add_ons.includes('media_pass') && showsEdit({ completed }, { tour_date, now })
  return (
    <Empty title="No one in this registration has a media pass">
      {isOffered
        ? 'To add one, press EDIT and choose your dancers under Media season pass in the review.'
        : `Questions? Contact ${tour_date.event.name}.`}
    </Empty>
  )
}
