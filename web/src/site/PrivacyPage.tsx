import { PageHeader } from '../ui/PageHeader.tsx'
import styles from './Reading.module.css'

/** ACC-073, CONST-032. What it says of children under 13 is read as docs/privacy.md says. */
export const PrivacyPage = () => (
  <>
    <PageHeader title="Privacy">Last modified August 25, 2018</PageHeader>
    <article className={styles['text']}>
      <h2>What we ask for</h2>
      <p>
        To register a studio or a dancer we ask for names, birthdates, addresses, e-mail addresses and phone numbers,
        and for what belongs to taking part: levels, routines, photos, music, waivers. We ask for nothing else.
      </p>
      <h2>Children</h2>
      <p>
        We do not collect information from children under 13. Children have no accounts and enter nothing here. What we
        know of a young dancer – name, birthdate, level and routines – is entered by an adult: the studio, a parent or a
        guardian, who answers for being allowed to. It is used for the events the dancer is registered for, and for
        nothing else.
      </p>
      <h2>Who sees it</h2>
      <p>
        Your studio sees its own dancers. The office that runs the event sees the registrations of its cities. Another
        studio sees nothing of yours. Links that you share show only what you share them for, and you can withdraw them.
      </p>
      <h2>Payments</h2>
      <p>
        Card and bank numbers go straight to the payment provider and never reach us. We keep the last four digits and
        the expiration date, so that you recognise a card you saved, and let you remove it under My Account.
      </p>
      <h2>Cookies</h2>
      <p>
        Two cookies keep you signed in for seven days: the key itself, and a note that there is one. There are no
        cookies for advertising, and nobody follows you through these pages.
      </p>
      <h2>Your information</h2>
      <p>
        You can read and correct it under My Account and My Roster. My Account also gives you a copy of all of it, and
        deletes a person you entered, or your whole account. What was paid for stays in our books, without names. If you
        are the parent of a dancer your studio entered, ask the studio, or write to us through the contact link at the
        foot of every page.
      </p>
    </article>
  </>
)
