/** Sentences of screens that had a better wording. They must not come back by a copy of old code. */
const replacedSentences: readonly string[] = `Your account is made
this page goes on by itself
I have confirmed: reload
what each rate still has to run
stands on your registrations
Perhaps we know your studio already
It is not in the list?
each line says why it is what it is
Say whether you are entering competition
give one more free teacher
Everybody you may register
Reminders to
How we read it
Show who needs you
Where we write to
Who answers for this registration
All that is due now is paid
Save Dancers first
Waiver stands
Send to all who are missing
Withdraw all links given out
have what they need
is called here
Give back a payment
Promised at completion
Studio and how it is treated
Said of many
as delivered
on a dancer is marked
· many
looks through your changes
until it is here
cut to a square
its marks suggest
No one has it now
Kept by the office
Entering any takes
chosen again, it moves
who takes part, who signs
What kind of event it is
What it allows
Whoever signs up
Studios are answerable`.split('\n')

/** Turns of phrase that no studio owner uses, and words that an office does not know. */
const oldManner: readonly RegExp[] = [
  /\b(every|some|no|any)body\b/i,
  /\b(stands for|stands in for|as it stands|stands above)\b/i,
  /\b(go|goes) on (later|by itself|where)\b|\bGo on\b/,
  /\bgiv(e|en|es) back\b/i,
  /\banswers for\b/i,
  /\bwhoever\b/i,
  /\bby itself\b|\bany more[.”]?$/i,
  /\b(is|was|are) of age\b/i,
  /[a-z]'(s|t|re|ve|ll|d)\b/i,
  /\bstill (has|have) to\b/i,
  /\bmeanwhile\b/i,
  /\bload the page again\b/i,
  /\bgive a reason\b/i,
  /\b(is|was) (there|in line|signed|used|invited|waiting) already\b/i,
  /\bof this name\b/i,
  /\bthis is no (?!longer)/i,
  // An email, in American English; a mail server and a mail program may keep their names.
  /\b(a|this|the|no|group) mails?\b(?! (server|program|provider))|\bmails\b|\bmailed\b/i,
  /\b(subdomain|slug|payload|upsert|idempoten\w+|cron)\b/i,
]

/** Whether a text of the product has a wording that was replaced. */
export const isOldPhrase = (text: string): boolean =>
  replacedSentences.some((phrase) => text.includes(phrase)) || oldManner.some((manner) => manner.test(text))
