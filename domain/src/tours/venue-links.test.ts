import { expect, test } from 'vitest'
import { checkVenueLinks } from './venue-links.ts'

test.each([
  ['', ''],
  ['https://aurelia.example/block', 'https://aurelia.example/block'],
  [' www.aurelia.example ', 'https://www.aurelia.example'],
])('the website %j becomes the link %j', (website, link) => {
  const check = checkVenueLinks({ website, reservations_link: website }, 'hotel')
  expect(check).toEqual({ ok: true, value: { website: link, reservations_link: link } })
})

test.each(['javascript:alert(1)', 'no website', 'hotel'])('%j is no link for studios', (address) => {
  expect(checkVenueLinks({ website: address, reservations_link: null }, 'venue')).toMatchObject({
    refusal: { code: 'office.venue_link', field: 'venue.website' },
  })
  expect(checkVenueLinks({ website: '', reservations_link: address }, 'hotel')).toMatchObject({
    refusal: { code: 'office.venue_link', field: 'hotel.reservations_link' },
  })
})
