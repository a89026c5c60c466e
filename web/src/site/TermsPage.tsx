import { PageHeader } from '../ui/PageHeader.tsx'
import styles from './Reading.module.css'

/** ACC-073. */
export const TermsPage = () => (
  <>
    <PageHeader title="Terms">Last modified August 25, 2018</PageHeader>
    <article className={styles['text']}>
      <h2>Your account</h2>
      <p>
        Whoever signs up for a studio may speak for it. Keep your password to yourself: what is done with your account
        counts as done by you. Tell us at once if somebody else uses it.
      </p>
      <h2>Registering</h2>
      <p>
        A registration counts once it is completed. Fees depend on the day on which you register; the bill shows every
        line of them before you pay. Places are limited, and a full city takes no one beyond its limit.
      </p>
      <h2>Paying</h2>
      <p>
        Amounts are in US dollars. A returned check costs $35; a card payment that is reversed costs 2.5 percent of it.
        An invoice that stays unpaid may be handed to collection, with penalties of up to 25 percent of it or as much as
        the state allows.
      </p>
      <h2>What you upload</h2>
      <p>
        Photos, music and videos stay yours. You say that you may use them, and allow us to use them for the event you
        uploaded them for. Music is deleted after each city.
      </p>
      <h2>At the event</h2>
      <p>
        Everybody who takes part needs a signed waiver. The rules of the event and the decisions of its judges apply.
      </p>
      <h2>Law</h2>
      <p>These terms are governed by the law of the State of California.</p>
    </article>
  </>
)
