import { useRead } from '../api/use-call.ts'
import { Emblem } from '../ui/Emblem.tsx'
import styles from './Picker.module.css'

type TourEmblemProps = { event: { name: string; subdomain: string }; size: number }

/** A tour’s mark in its own colour, the same wherever the tour is named; until the colour is here its place is kept. */
export function TourEmblem({ event, size }: TourEmblemProps) {
  const tour = useRead('GET /v1/mybtf/events/{event}', { params: { event: event.subdomain } }, { staleTime: Infinity })
  return (
    <span className={styles['mark']} style={{ width: size, height: size }}>
      {!tour.isPending && <Emblem name={event.name} size={size} {...(tour.data && { colour: tour.data.color })} />}
    </span>
  )
}
