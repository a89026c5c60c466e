import type { Hotel, Venue } from '@callboard/domain/tours/city.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { Panel } from '../ui/Panel.tsx'
import styles from './Overview.module.css'

type WhereProps = { venue: Venue | null; hotel: Hotel | null }

const isSame = (venue: Venue | null, hotel: Hotel | null) =>
  venue !== null && hotel !== null && venue.name === hotel.name && venue.address === hotel.address

/** Venue and hotel: one card when they are the same house. EVT-018, EVT-019. */
export function VenueAndHotel({ venue, hotel }: WhereProps) {
  if (hotel && isSame(venue, hotel)) {
    return (
      <Panel title="Venue and hotel">
        <House house={hotel} />
        <Room hotel={hotel} />
      </Panel>
    )
  }
  return (
    <div className={styles['houses']}>
      <Panel title="Venue">{venue ? <House house={venue} /> : <ComingSoon />}</Panel>
      <Panel title="Hotel">
        {hotel ? (
          <>
            <House house={hotel} />
            <Room hotel={hotel} />
          </>
        ) : (
          <ComingSoon />
        )}
      </Panel>
    </div>
  )
}

const ComingSoon = () => <p className={styles['none']}>COMING SOON!</p>

function House({ house: { name, address, phone, website } }: { house: Venue }) {
  return (
    <address className={styles['house']}>
      <strong>{name}</strong>
      {address && <span className={styles['address']}>{address}</span>}
      {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
      {website && <Outside href={website}>Website</Outside>}
    </address>
  )
}

function Room({ hotel: { room } }: { hotel: Hotel }) {
  if (!room.rates && !room.reservations_link) return null
  return (
    <div className={styles['room']}>
      {room.rates && (
        <p>
          <span className={styles['quiet']}>Room rate</span> {room.rates}
        </p>
      )}
      {room.reservations_link && <Outside href={room.reservations_link}>Book a room</Outside>}
    </div>
  )
}

/** A link the office typed: only an address of the web is followed. */
function Outside({ href, children }: { href: string; children: string }) {
  const url = /^https?:\/\//i.test(href) ? href : `https://${href}`
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {children} <IconExternalLink className="icon" aria-label="(opens in a new tab)" />
    </a>
  )
}
