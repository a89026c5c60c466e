import { overviewCards } from '@callboard/domain/registrations/event-tabs.ts'
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../shell/paths.ts'
import { CalendarLink } from '../tours/CalendarLink.tsx'
import { StatusIcon } from '../ui/StatusBadge.tsx'
import { Day } from '../ui/Day.tsx'
import { Link } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { DiscardEdit } from '../registrations/DiscardEdit.tsx'
import { WaitingPanel } from '../waiting-list/WaitingPanel.tsx'
import { ChangeNotices } from './ChangeNotices.tsx'
import { JoinLine, useFull } from './JoinLine.tsx'
import { NominationCards } from './NominationCards.tsx'
import styles from './Overview.module.css'
import { BalanceCard, musicLeft, TallyCard, vipLeft, waiversLeft } from './OverviewCards.tsx'
import { useEvent } from './event-record.ts'
import { VenueAndHotel } from './VenueAndHotel.tsx'
import { isEventOver } from '@callboard/domain/tours/tour-date-days.ts'
import { statusOf } from '@callboard/domain/registrations/registration-status.ts'
import { registrationWording } from '@callboard/domain/registrations/refusals.ts'
import { ReadErrors } from '../shell/ErrorPage.tsx'

/** M056, the same sentence that EDIT answers. EVT-021. */
const justRegistered = registrationWording['registration.just_registered']({
  code: 'registration.just_registered',
})

/** Shows open tasks, location and news of the city. EVT-013 to EVT-021. */
export function OverviewPage() {
  const { id, record, area } = useEvent()
  const { tour_date, waiver_tally, music_tally, vip_tally } = record
  const cards = overviewCards({ tour_date })
  const past = isEventOver(tour_date, record.now)
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <CalendarLink tour_date_id={tour_date.id} place={tour_date.event_city.name} className={styles['calendar']} />
        }
      />
      {record.revision && <OpenEdit id={id} />}
      {record.office_editing && (
        <div className={styles['notice']} role="note">
          <StatusIcon state="standby" />
          <p>
            The office is correcting this registration. We’ll email you once it is done. Changes you have not submitted
            are kept and brought up to date.
          </p>
        </div>
      )}
      <ChangeNotices id={id} unseen={area.unseen_changes} zone={tour_date.time_zone} />
      {!past && isJustRegistered(record) && (
        <div className={styles['notice']} role="note">
          <StatusIcon state="standby" />
          <p>{justRegistered}</p>
        </div>
      )}
      <ul className={styles['cards']}>
        {cards.balance && <BalanceCard id={id} area={area} zone={tour_date.time_zone} now={record.now} />}
        {cards.waivers && (
          <TallyCard
            to={paths.event(id, 'waivers')}
            title="Waivers"
            verb="signed"
            tally={waiver_tally}
            left={waiversLeft}
            past={past}
            none="No one has to sign"
          />
        )}
        {cards.music && (
          <TallyCard
            to={paths.event(id, 'music')}
            title="Music"
            verb="ready"
            tally={music_tally}
            left={musicLeft}
            past={past}
            none="No routines entered"
          />
        )}
        {cards.vip && (
          <TallyCard
            to={paths.eventVip(id, tour_date.event.vip_route)}
            title={tour_date.event.vip_name_plural}
            verb="complete"
            tally={vip_tally}
            left={vipLeft}
            past={past}
            none="No one takes part"
          />
        )}
        {area.nominations && <NominationCards tallies={area.nominations} />}
      </ul>
      <Waits record={record} />
      <div className={styles['columns']}>
        <VenueAndHotel venue={tour_date.venue} hotel={tour_date.hotel} />
        <News news={area.news} />
      </div>
    </>
  )
}

/** An edit that was begun and not submitted. EDIT-003. */
function OpenEdit({ id }: { id: number }) {
  const queries = useQueryClient()
  const discarded = () => void queries.invalidateQueries({ queryKey: ['GET /v1/dance360/registrations/{id}'] })
  return (
    <div className={styles['notice']} role="note">
      <StatusIcon state="standby" />
      <div>
        <p>You have unsubmitted changes. Your registration stays the same until you submit them.</p>
        <Group gap="xs" mt="xs">
          <Button component={Link} to={paths.registration(id)} size="sm">
            Continue your edit
          </Button>
          <DiscardEdit id={id} onDiscarded={discarded} />
        </Group>
      </div>
    </div>
  )
}

/** Lists waiting-list entries with their offers; an accepted offer is charged and becomes a regular entry. */
function Waits({ record }: { record: EventOf['record'] }) {
  const queries = useQueryClient()
  const refresh = () =>
    void Promise.all([
      queries.invalidateQueries({ queryKey: ['GET /v1/dance360/registrations/{id}'] }),
      queries.invalidateQueries({ queryKey: ['GET /v1/dance360/registrations/{id}/event-area'] }),
      queries.invalidateQueries({ queryKey: ['GET /v1/waiting-list'] }),
    ])
  const { full, read } = useFull(record)
  const isUnknown = read.data === undefined && read.error !== null
  return (
    <div className={styles['waiting']}>
      <WaitingPanel
        registration_id={record.id}
        routines={record.waiting_list_routines}
        zone={record.tour_date.time_zone}
        completed={record.completed}
        onChanged={refresh}
        soldOutKeys={full?.keys ?? []}
        join={
          isUnknown ? (
            <ReadErrors reads={[read]} />
          ) : (
            full && <JoinLine record={record} levels={full.levels} onJoined={refresh} />
          )
        }
      />
    </div>
  )
}

type EventOf = ReturnType<typeof useEvent>

const isJustRegistered = (record: EventOf['record']) => statusOf(record) === 'completed'

function News({ news }: { news: EventOf['area']['news'] }) {
  return (
    <Panel title="News">
      {news.length === 0 ? (
        <p className={styles['none']}>You are all up to date!</p>
      ) : (
        <ol className={styles['news']}>
          {news.map(({ id, date, text }) => (
            <li key={id}>
              <span className={styles['quiet']}>
                <Day date={date} />
              </span>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
