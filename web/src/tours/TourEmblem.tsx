import { useRead } from '../api/use-call.ts'
import { Emblem } from '../ui/Emblem.tsx'

type TourEmblemProps = { event: { name: string; subdomain: string }; size: number }

/** A tour’s mark in its own color, the same on every screen; until the colour is here its place is kept. */
export function TourEmblem({ event, size }: TourEmblemProps) {
  const tour = useRead('GET /v1/mybtf/events/{event}', { params: { event: event.subdomain } }, { staleTime: Infinity })
  return (
    <span style={{ display: 'block', flex: 'none', minWidth: size, height: size }}>
      {!tour.isPending && (
        <Emblem
          name={event.name}
          size={size}
          wide
          {...(tour.data && { colour: tour.data.color, logo: tour.data.logo })}
        />
      )}
    </span>
  )
}
