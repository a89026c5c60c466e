import { notice } from '../ui/dialogs.ts'

/** The office's address, written into the page by the server as the nonce is. */
function officeAddress(): string | undefined {
  const address = document.querySelector<HTMLMetaElement>('meta[name="contact-email"]')?.content ?? ''
  return address.includes('@') ? address : undefined
}

/** The contact dialog of the footer (UI-003). */
export function openContact() {
  const email = officeAddress()
  return notice({
    title: 'Contact us',
    message: email ? (
      <>
        Write to <a href={`mailto:${email}`}>{email}</a> with your studio’s name and the city you are asking about. We
        answer on working days.
      </>
    ) : (
      'Reply to any email from us, with your studio’s name and the city you are asking about.'
    ),
    action: 'Close',
  })
}

type ContactCity = { event: { name: string; support_email: string }; event_city: { name: string } }

/** The contact dialog of one event (UI-004): its own address, with the city already in the subject. */
export function openEventContact({ event, event_city }: ContactCity) {
  const subject = encodeURIComponent(`${event.name} ${event_city.name}`)
  return notice({
    title: `Contact ${event.name}`,
    message: (
      <>
        Questions about {event.name} in {event_city.name}? Write to{' '}
        <a href={`mailto:${event.support_email}?subject=${subject}`}>{event.support_email}</a> with your studio’s name.
        We answer on working days.
      </>
    ),
    action: 'Close',
  })
}
