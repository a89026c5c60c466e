-- The first legal texts in plain American English. A text that a registration agreed to keeps its words.
update legal_texts as l
set text = w.text
from (values
('terms',
'# Your account

If you sign up for a studio, you confirm that you may act for it. Keep your password to yourself: you are responsible for what is done with your account. Tell us right away if someone else uses it.

# Registering

A registration covers the people and routines named in it, and counts once it is completed. Fees depend on the day on which you register; the bill shows every fee before you pay. Places are limited, and a full city accepts no one beyond its limit.

# Paying

Amounts are in US dollars. Deposits are non-refundable and non-transferable. A returned check costs $35; a card payment that is reversed costs 2.5% of it. An unpaid invoice may be sent to collections, with penalties of up to 25% of it or as much as the state allows.

# What you upload

Your photos, music and videos remain yours. You confirm that you have the right to use them, and you allow us to use them for the event you uploaded them for. Music is deleted after each city.

# At the event

Everyone who takes part needs a signed waiver, takes part at their own risk and follows the directions of staff. The rules of the event and the decisions of its judges apply. The organizer may use photos and videos of the event.

# Law

These terms are governed by the law of the State of California.'),
('privacy',
'# What we ask for

To register a studio or a dancer, we ask for names, birthdates, addresses, email addresses and phone numbers, and for what taking part requires: levels, routines, photos, music and waivers. We ask for nothing else.

# Children

We do not collect information from children under 13. Children have no accounts and enter nothing here. An adult enters a young dancer’s name, birthdate, level and routines: the studio, a parent or a guardian, who confirms that they are allowed to. We use this information for the events the dancer is registered for, and for nothing else.

# Who sees it

Your studio sees its own dancers. The office that runs the event sees the registrations of its cities. Other studios see nothing of yours. A link that you share shows only what you share it for, and you can turn it off.

# Payments

Card and bank numbers go straight to the payment provider and never reach us. We keep the last four digits and the expiration date, so that you recognize a card you saved. You can remove it under My Account.

# Cookies

Two cookies keep you signed in for seven days: the key itself, and a note that there is one. There are no advertising cookies, and no one tracks you across these pages.

# Your information

You can read and correct it under My Account and My Roster. Under My Account, you can also download a copy of all of it, and delete a person you entered or your whole account. Records of payments stay in our books, without names. If you are the parent of a dancer your studio entered, ask the studio, or write to us through the contact link at the bottom of every page.'),
('competition_code',
'Music, costumes and movement must suit a family audience. A routine competes as entered: its dancers, division and time. Decisions of the judges are final. Studios are responsible for the conduct of their dancers, teachers and families.')
) as w (name, text)
where l.name = w.name and l.version = 1 and l.created_by is null
  and not exists (select from agreements a where a.name = l.name and a.version = l.version);
